import { describe, expect, test } from "vitest";
import { failureText, isConnectFailure } from "../../src/node/connect-failure.ts";

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

describe("failureText", () => {
  test.each([
    ["ECONNREFUSED", "could not connect"],
    ["ECONNRESET", "the request broke"],
  ])("of %s is: %s", (code, text) => {
    expect(failureText(Object.assign(new Error("secret"), { code }))).toBe(text);
  });
});
