import { type JsonRpcMessage, toMessage } from "@mcp-sse/jsonrpc";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from "@modelcontextprotocol/client";
import { JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unfitForSdk } from "../src/sdk-shape.ts";

/** fast-check prints it when it finds something; `VITE_TEST_SEED=…` repeats a run. */
const seed = Number(process.env.VITE_TEST_SEED ?? Date.now() % 2 ** 31);
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
    result({ _meta: "x" }),
    error(null),
  ])("names the rule for what the SDK's schema refuses: %j", (message) => {
    expect(unfitForSdk(message)).toMatch(/ must /);
    expect(JSONRPCMessageSchema.safeParse(message).success).toBe(false);
  });

  test("refuses an error without id, which the SDK takes and can give to nobody", () => {
    expect(unfitForSdk(error())).toMatch(/ must /);
  });

  test("agrees with the schemas of v1 and v2 about random messages", { timeout: 30_000 }, () => {
    const odd = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom("t", 1, 1.5, 2 ** 53, null, [], {}));
    const meta = fc.oneof(
      odd,
      fc.record(
        { progressToken: odd, [related]: fc.oneof(odd, fc.record({ taskId: odd })) },
        { requiredKeys: [] },
      ),
    );
    const params = fc.oneof(fc.array(odd), fc.record({ _meta: meta, other: odd }, { requiredKeys: [] }));
    const jsonrpc = fc.constant("2.0" as const);
    const id = fc.oneof(fc.string(), fc.maxSafeInteger());
    const messages: fc.Arbitrary<unknown> = fc.oneof(
      fc.record({ jsonrpc, id, method: fc.string(), params }, { requiredKeys: ["jsonrpc", "id", "method"] }),
      fc.record({ jsonrpc, method: fc.string(), params }, { requiredKeys: ["jsonrpc", "method"] }),
      fc.record({ jsonrpc, id, result: fc.oneof(odd, params) }),
      fc.record({
        jsonrpc,
        id: fc.oneof(id, fc.constant(null)),
        error: fc.record({ code: fc.maxSafeInteger(), message: fc.string(), data: odd }),
      }),
    );
    fc.assert(
      fc.property(messages, (value) => {
        const message = toMessage(JSON.parse(JSON.stringify(value)));
        const v1 = JSONRPCMessageSchema.safeParse(message).success;
        const v2 = isV2.some((accepts) => accepts(message));
        // v1 asks the _meta of results for what only requests have; v2 does not, so it is left to v1 to say so.
        const strictInV1 = "result" in message && v2;
        expect(unfitForSdk(message) === undefined).toBe(v2);
        if (!strictInV1) expect(v1).toBe(v2);
      }),
      { numRuns: 2_000, seed },
    );
  });
});

const isV2 = [isJSONRPCRequest, isJSONRPCNotification, isJSONRPCResultResponse, isJSONRPCErrorResponse];
