import { expect, test } from "vitest";
import { clientCases } from "../../../../src/node/check/client/cases.ts";
import { streamCases } from "../../../../src/node/check/client/stream-cases.ts";

test("the cases of a stream are among all, and are named so", () => {
  for (const one of streamCases) {
    expect(one.name).toMatch(/^stream\./);
    expect(clientCases).toContain(one);
  }
});
