import { describe, test } from "vitest";
import {
  type Doubling,
  expectLinearLine,
  expectLinearTokens,
  expectLinearWriting,
  TIMEOUT_MS,
  TOKENS,
} from "./linear.ts";

const SIZES: Doubling = { mib: 0.5, doublings: 2 };

describe("the time of a scan", () => {
  test.each(TOKENS)("is linear in repeated %j", (token) => expectLinearTokens(SIZES, token), TIMEOUT_MS);

  test.each([1460, 16_384])(
    "C08: is linear in one data line, in chunks of %i",
    (chunk) => expectLinearLine(SIZES, chunk),
    TIMEOUT_MS,
  );
});

describe("the time of writing an event", () => {
  test.each(["one line", "10 000 lines"] as const)(
    "is linear in data of %s",
    (lines) => expectLinearWriting({ mib: 2, doublings: 3 }, lines),
    TIMEOUT_MS,
  );
});
