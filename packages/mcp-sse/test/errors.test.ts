import type { CloseReason } from "@mcp-sse/jsonrpc";
import { describe, expect, test } from "vitest";
import { connectionBroke, TransportError } from "../src/errors.ts";

test("a TransportError carries its code, and its cause if there is one", () => {
  const cause = new Error("below");
  const error = new TransportError("ERR_TRANSPORT_NOT_CONNECTED", "Not connected", { cause });
  expect(error).toMatchObject({ name: "TransportError", code: "ERR_TRANSPORT_NOT_CONNECTED", cause });
  expect("cause" in new TransportError("ERR_TRANSPORT_STARTED", "started")).toBe(false);
});

describe("connectionBroke", () => {
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
    const error = connectionBroke(reason);
    expect(error).toMatchObject({ code: "ERR_CONNECTION_CLOSED", message: text, reason });
    expect(error.cause).toBe(reason.cause);
  });
});
