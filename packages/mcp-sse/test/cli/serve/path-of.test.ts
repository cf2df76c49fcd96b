import { expect, test } from "vitest";
import { pathOf } from "../../../src/cli/serve/path-of.ts";

test.each([
  ["/sse", "/sse"],
  ["/one/sse?sessionId=a.b", "/one/sse"],
  ["/%40acme/sse?", "/%40acme/sse"],
  ["/sse?a=/b?c", "/sse"],
  ["//evil/sse", ""],
  ["/\\evil", ""],
  ["http://localhost/sse", ""],
  ["*", ""],
  ["?sessionId=a", ""],
  ["", ""],
])("the path of %j is %j", (target, path) => {
  expect(pathOf(target)).toBe(path);
});
