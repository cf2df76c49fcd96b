import { describe, expect, test } from "vitest";
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

  test("says the code of its reason, or what it was told to say", () => {
    const cause = new Error("secret");
    expect(new ConnectionClosedError({ code: "network", cause }).message).toBe("connection ended: network");
    expect(new ConnectionClosedError({ code: "network", cause }, "it broke").message).toBe("it broke");
  });

  test("has no cause when the reason has none", () => {
    expect(new ConnectionClosedError({ code: "peer" })).not.toHaveProperty("cause");
  });
});
