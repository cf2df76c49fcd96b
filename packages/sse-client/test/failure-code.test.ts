import { describe, expect, test } from "vitest";
import { failureCodeOf } from "../src/failure-code.ts";

const failing = (code: unknown, cause?: unknown) => Object.assign(new Error("secret", { cause }), { code });

describe("failureCodeOf", () => {
  test.each<[what: string, failure: unknown, code: string | undefined]>([
    ["the failure's own", failing("ECONNREFUSED"), "ECONNREFUSED"],
    ["that of what it wraps", new TypeError("fetch failed", { cause: failing("ENOTFOUND") }), "ENOTFOUND"],
    ["the outermost", failing("UND_ERR_SOCKET", failing("ECONNRESET")), "UND_ERR_SOCKET"],
    ["none of an error without one", new TypeError("fetch failed"), undefined],
    ["none that is no word of a system", failing("token=s3cret"), undefined],
    ["none that is too long for one", failing("A".repeat(49)), undefined],
    ["none that is a number", failing(20), undefined],
    ["none of what is no error", "ECONNREFUSED", undefined],
  ])("is %s", (_what, failure, code) => {
    expect(failureCodeOf(failure)).toBe(code);
  });

  test("ends where an error wraps itself", () => {
    const error = new Error("round");
    error.cause = error;
    expect(failureCodeOf(error)).toBeUndefined();
  });
});
