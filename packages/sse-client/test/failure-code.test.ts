import { describe, expect, test } from "vitest";
import { failureCodeOf, isConnectFailure } from "../src/failure-code.ts";

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

describe("isConnectFailure", () => {
  test.each([
    "ECONNREFUSED",
    "ENOTFOUND",
    "EAI_AGAIN",
    "EHOSTUNREACH",
    "ENETDOWN",
    "UND_ERR_CONNECT_TIMEOUT",
    "CERT_HAS_EXPIRED",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  ])("holds for %s: nothing was sent", (code) => {
    expect(isConnectFailure(code)).toBe(true);
  });

  test.each(["ECONNRESET", "ETIMEDOUT", "EPIPE", "UND_ERR_SOCKET", "EPROTO", undefined])(
    "does not hold for %s: something may have been sent",
    (code) => {
      expect(isConnectFailure(code)).toBe(false);
    },
  );
});
