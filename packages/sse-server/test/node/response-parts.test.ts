import { describe, expect, test } from "vitest";
import { resolveLimits } from "../../src/limits.ts";
import { sharedParts } from "../../src/node/response-parts.ts";

describe("sharedParts", () => {
  test("are the same for sessions that are set up alike: thousands hold one", () => {
    const first = sharedParts(resolveLimits({}), undefined, "Accepted");
    expect(sharedParts(resolveLimits({}), undefined, "Accepted")).toBe(first);
    expect(first.accepted.body).toBe("Accepted");
  });

  test.each([
    ["another limit", resolveLimits({ queueTimeoutMs: 5 }), undefined, "Accepted"],
    ["another body of a 202", resolveLimits({}), undefined, ""],
    ["an observer", resolveLimits({}), {}, "Accepted"],
  ])("are others with %s", (_difference, limits, observer, body) => {
    const first = sharedParts(resolveLimits({}), undefined, "Accepted");
    const other = sharedParts(limits, observer, body);
    expect(other).not.toBe(first);
    expect(other.limits).toEqual(limits);
    expect(other.accepted.body).toBe(body);
  });

  test("keep no observer, which may be a session's own", () => {
    const observer = {};
    const first = sharedParts(resolveLimits({}), observer, "Accepted");
    expect(sharedParts(resolveLimits({}), observer, "Accepted")).not.toBe(first);
  });
});
