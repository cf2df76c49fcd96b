// What the SDK's message schemas ask for beyond JSON-RPC. A message that does not fit is dropped there, by v1
// and v2 alike, and a request among them is never answered.

import { ErrorCode, type JsonRpcErrorResponse, type JsonRpcId, type JsonRpcMessage } from "@mcp-sse/jsonrpc";

const RELATED_TASK = "io.modelcontextprotocol/related-task";

/**
 * Says why the SDK would drop a message.
 *
 * @returns the rule that it breaks, without anything of the message; `undefined` if it is taken.
 */
export function unfitForSdk(message: JsonRpcMessage): string | undefined {
  if ("method" in message) {
    if (message.params === undefined) return undefined;
    if (!isObject(message.params)) return "params must be an object";
    return unfitMeta(message.params._meta);
  }
  if ("error" in message) {
    return message.id === undefined || message.id === null ? "an error must name its request" : undefined;
  }
  if (!isObject(message.result)) return "result must be an object";
  const { _meta: meta } = message.result;
  return meta === undefined || isObject(meta) ? undefined : "result._meta must be an object";
}

/** The answer to a request that the SDK would leave without one. */
export function refusalOf(id: JsonRpcId, rule: string): JsonRpcErrorResponse {
  return { jsonrpc: "2.0", id, error: { code: ErrorCode.InvalidParams, message: `invalid params: ${rule}` } };
}

function unfitMeta(meta: unknown): string | undefined {
  if (meta === undefined) return undefined;
  if (!isObject(meta)) return "params._meta must be an object";
  const { progressToken, [RELATED_TASK]: task } = meta;
  if (
    progressToken !== undefined &&
    typeof progressToken !== "string" &&
    !Number.isSafeInteger(progressToken)
  ) {
    return "params._meta.progressToken must be a string or an integer";
  }
  if (task !== undefined && !(isObject(task) && typeof task.taskId === "string")) {
    return "the related task of params._meta must have a taskId";
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
