import type { CloseReason } from "@mcp-sse/jsonrpc";
import { describe, expect, test } from "vitest";
import { closedError, networkError, SseClientError } from "../src/errors.ts";

describe("SseClientError", () => {
  test("has a name, a code, a status where there is one, and a cause where there is one", () => {
    const plain = new SseClientError("ERR_SSE_NO_ENDPOINT", "no endpoint");
    expect(plain).toBeInstanceOf(Error);
    expect(plain).toMatchObject({
      name: "SseClientError",
      code: "ERR_SSE_NO_ENDPOINT",
      message: "no endpoint",
    });
    expect(plain.status).toBeUndefined();
    expect("cause" in plain).toBe(false);
    expect(new SseClientError("ERR_SSE_POST", "refused", { status: 404 }).status).toBe(404);
  });

  test("keeps what the runtime said as its cause", () => {
    const cause = new Error("secret");
    const message = "not reached";
    expect(networkError(message, cause)).toMatchObject({ code: "ERR_SSE_NETWORK", message, cause });
  });

  test("has the code of what the runtime said in its text", () => {
    const cause = Object.assign(new Error("secret"), { code: "ECONNRESET" });
    expect(networkError("it broke", cause).message).toBe("it broke (ECONNRESET)");
  });
});

describe("what a runtime says of a broken exchange", () => {
  const secret = "?sessionId=s3cret";
  const coded = (message: string, more: object) =>
    Object.assign(new Error(message), { code: "ECONNRESET" }, more);

  test.each<[what: string, cause: Error]>([
    ["in its message", coded(`request to http://h/m${secret} failed`, {})],
    ["in a property", coded("closed", { path: `http://h/m${secret}` })],
    ["in what it wraps", new TypeError("fetch failed", { cause: coded(`POST ${secret}`, {}) })],
  ])("is left out where it quotes the URL %s; its code stays", (_what, cause) => {
    const error = networkError("it broke", cause, secret);
    expect(error).toMatchObject({ message: "it broke (ECONNRESET)", cause: { code: "ECONNRESET" } });
    expect(error.cause).not.toBe(cause);
    expect(JSON.stringify([error.cause, (error.cause as Error).stack])).not.toContain("s3cret");
  });

  test("is left out where it has no code, and kept where it quotes nothing", () => {
    expect(networkError("it broke", new Error(secret), secret).cause).not.toHaveProperty("code");
    const cause = coded("socket hang up", { path: "/other", size: 1 });
    expect(networkError("it broke", cause, secret).cause).toBe(cause);
    expect(networkError("it broke", cause, "/").cause).toBe(cause);
  });
});

describe("closedError", () => {
  const coded = (code: unknown): Error => Object.assign(new Error("secret"), { code });

  test.each<[reason: CloseReason, text: string]>([
    [{ code: "network", cause: coded("ECONNRESET") }, "connection ended: network (ECONNRESET)"],
    [
      { code: "network", cause: new TypeError("x", { cause: coded("UND_ERR_SOCKET") }) },
      "connection ended: network (UND_ERR_SOCKET)",
    ],
    [{ code: "network", cause: coded("token=s3cret") }, "connection ended: network"],
    [{ code: "network", cause: coded("xECONNRESET") }, "connection ended: network"],
    [{ code: "network", cause: coded("ECONNRESET x") }, "connection ended: network"],
    [{ code: "network", cause: coded(104) }, "connection ended: network"],
    [{ code: "network", cause: "ECONNRESET" }, "connection ended: network"],
    [{ code: "network" }, "connection ended: network"],
    [
      { code: "protocol", cause: coded("ERR_SSE_EVENT_TOO_LARGE") },
      "connection ended: protocol (ERR_SSE_EVENT_TOO_LARGE)",
    ],
    [{ code: "local", cause: null }, "connection ended: local"],
  ])("says what broke the connection, and nothing that may be secret: %#", (reason, text) => {
    const error = closedError(reason);
    expect(error).toMatchObject({ code: "ERR_CONNECTION_CLOSED", message: text, reason });
    expect(error.cause).toBe(reason.cause);
  });
});
