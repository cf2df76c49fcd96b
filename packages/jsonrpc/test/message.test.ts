import { describe, expect, expectTypeOf, test } from "vitest";
import {
  isNotification,
  isRequest,
  isResponse,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
} from "../src/message.ts";

const absent = undefined as unknown;

describe("the guards", () => {
  test.each<[kind: "request" | "notification" | "response", message: JsonRpcMessage]>([
    ["request", { jsonrpc: "2.0", id: 1, method: "ping" }],
    ["request", { jsonrpc: "2.0", id: 0, method: "ping" }],
    ["request", { jsonrpc: "2.0", id: "", method: "" }],
    ["notification", { jsonrpc: "2.0", method: "ping" }],
    ["notification", { jsonrpc: "2.0", id: absent, method: "ping" } as JsonRpcMessage],
    ["response", { jsonrpc: "2.0", id: 1, result: null }],
    ["response", { jsonrpc: "2.0", id: null, error: { code: -32700, message: "" } }],
    ["response", { jsonrpc: "2.0", error: { code: -32700, message: "" } }],
    ["response", { jsonrpc: "2.0", id: 1, method: absent, result: 1 } as JsonRpcMessage],
  ])("find a %s: %j", (kind, message) => {
    expect({
      request: isRequest(message),
      notification: isNotification(message),
      response: isResponse(message),
    }).toEqual({
      request: kind === "request",
      notification: kind === "notification",
      response: kind === "response",
    });
  });

  test("narrow the type", () => {
    const message = { jsonrpc: "2.0", id: 1, method: "ping" } as JsonRpcMessage;
    if (isRequest(message)) expectTypeOf(message).toExtend<JsonRpcRequest>();
    if (isNotification(message)) expectTypeOf(message).toExtend<JsonRpcNotification>();
    if (isResponse(message)) expectTypeOf(message).toExtend<JsonRpcResponse>();
    expect(isRequest(message)).toBe(true);
  });
});
