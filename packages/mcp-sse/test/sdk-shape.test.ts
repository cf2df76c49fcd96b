import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { unfitForSdk } from "../src/sdk-shape.ts";

const related = "io.modelcontextprotocol/related-task";
const request = (params: unknown) => ({ jsonrpc: "2.0", id: 1, method: "m", params }) as JsonRpcMessage;
const notification = (params: unknown) => ({ jsonrpc: "2.0", method: "m", params }) as JsonRpcMessage;
const result = (value: unknown): JsonRpcMessage => ({ jsonrpc: "2.0", id: 1, result: value });
const error = (id?: number | null) =>
  ({
    jsonrpc: "2.0",
    ...(id === undefined ? {} : { id }),
    error: { code: 1, message: "m" },
  }) as JsonRpcMessage;

describe("unfitForSdk", () => {
  test.each<JsonRpcMessage>([
    { jsonrpc: "2.0", id: 1, method: "m" },
    { jsonrpc: "2.0", method: "m" },
    request({}),
    request({ _meta: {} }),
    request({ _meta: { progressToken: 0, other: [] } }),
    request({ _meta: { progressToken: "" } }),
    request({ _meta: { [related]: { taskId: "t" } } }),
    notification({ _meta: { progressToken: 1 } }),
    request({}),
    result({}),
    result({ _meta: {}, any: null }),
    error(1),
    error(0),
  ])("takes what the SDK's schema takes: %j", (message) => {
    expect(unfitForSdk(message)).toBeUndefined();
    expect(JSONRPCMessageSchema.safeParse(message).success).toBe(true);
  });

  test.each<JsonRpcMessage>([
    request([]),
    request(["a"]),
    request({ _meta: null }),
    request({ _meta: [] }),
    request({ _meta: "x" }),
    request({ _meta: { progressToken: 1.5 } }),
    request({ _meta: { progressToken: null } }),
    request({ _meta: { progressToken: 2 ** 53 } }),
    request({ _meta: { [related]: {} } }),
    request({ _meta: { [related]: "t" } }),
    notification([]),
    notification({ _meta: { progressToken: true } }),
    result(null),
    result("x"),
    result([]),
    error(null),
  ])("names the rule for what the SDK's schema refuses: %j", (message) => {
    expect(unfitForSdk(message)).toMatch(/ must /);
    expect(JSONRPCMessageSchema.safeParse(message).success).toBe(false);
  });

  test("refuses an error without id, which the SDK takes and can give to nobody", () => {
    expect(unfitForSdk(error())).toMatch(/ must /);
  });
});
