import { describe, expect, test } from "vitest";
import type { CloseReason } from "../src/connection.ts";
import { ConnectionClosedError, MessageDecodeError } from "../src/errors.ts";

describe("MessageDecodeError", () => {
  test.each([
    ["ERR_RPC_PARSE", -32700],
    ["ERR_RPC_INVALID_REQUEST", -32600],
  ] as const)("of code %s has the JSON-RPC code %i", (code, rpcCode) => {
    const error = new MessageDecodeError(code, "the rule");
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: "MessageDecodeError", code, rpcCode, message: "the rule" });
  });
});

describe("ConnectionClosedError", () => {
  test("carries the reason, and its cause as its own", () => {
    const cause = new Error("reset");
    const error = new ConnectionClosedError({ code: "network", cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "ConnectionClosedError",
      code: "ERR_CONNECTION_CLOSED",
      reason: { code: "network", cause },
    });
    expect(error.cause).toBe(cause);
  });

  const coded = (code: unknown) => Object.assign(new Error("secret"), { code });
  test.each<[reason: CloseReason, text: string]>([
    [{ code: "network", cause: coded("ECONNRESET") }, "connection ended: network (ECONNRESET)"],
    [
      { code: "network", cause: new TypeError("x", { cause: coded("UND_ERR_SOCKET") }) },
      "connection ended: network (UND_ERR_SOCKET)",
    ],
    [{ code: "network", cause: coded("token=s3cret") }, "connection ended: network"],
    [{ code: "network", cause: "ECONNRESET" }, "connection ended: network"],
    [{ code: "network" }, "connection ended: network"],
    [
      { code: "protocol", cause: coded("ERR_SSE_EVENT_TOO_LARGE") },
      "connection ended: protocol (ERR_SSE_EVENT_TOO_LARGE)",
    ],
    [{ code: "local", cause: null }, "connection ended: local"],
  ])("says what broke the connection, and nothing that may be secret: %#", (reason, text) => {
    expect(new ConnectionClosedError(reason).message).toBe(text);
  });

  test("has no cause when the reason has none", () => {
    expect(new ConnectionClosedError({ code: "peer" })).not.toHaveProperty("cause");
  });
});
