import { describe, test } from "vitest";
import { expectLinearLine, expectLinearTokens, TIMEOUT_MS, TOKENS } from "./linear.ts";

const MIB = 2;

describe("the time of a scan", () => {
  test.each(TOKENS)("is linear in repeated %j", (token) => expectLinearTokens(MIB, token), TIMEOUT_MS);

  test.each([1460, 16_384])(
    "C08: is linear in one data line, in chunks of %i bytes",
    (chunk) => expectLinearLine(MIB, chunk),
    TIMEOUT_MS,
  );
});
