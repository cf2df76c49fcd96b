// Whose answer a line was that is too long to be read: told from its two ends.
//
//     {"jsonrpc":"2.0","id":7,"result":{"data":"…           the id before the result
//     {"result":{"data":"…            …"},"jsonrpc":"2.0","id":7}     the id after it
//
// Both are sound, not guesses: what stands before the first member with a nested value is top level, and so is
// what stands before the last brace of the line.

import type { JsonRpcId } from "@mcp-sse/jsonrpc";
import type { LongLine } from "./lines.ts";

const SCALAR = String.raw`(?:"(?:[^"\\]|\\.)*"|-?\d+)`;
const MEMBER = String.raw`"\w+"\s*:\s*${SCALAR}\s*`;
const HEAD = new RegExp(String.raw`^\s*\{\s*((?:${MEMBER},\s*)*)"(?:result|error)"\s*:`);
const TAIL = new RegExp(String.raw`[}\]"el\d]\s*,\s*(${MEMBER}(?:,\s*${MEMBER})?)\}\s*$`);
const ID = new RegExp(String.raw`"id"\s*:\s*(${SCALAR})`);

/** The id of the response that the line began as; `undefined` if it is none, or does not say. */
export function idOfLongAnswer({ head, tail }: LongLine): JsonRpcId | undefined {
  const before = HEAD.exec(Buffer.from(head).toString("utf8"))?.[1];
  if (before === undefined) return undefined;
  const id = ID.exec(before) ?? ID.exec(TAIL.exec(Buffer.from(tail).toString("utf8"))?.[1] ?? "");
  if (id === null) return undefined;
  try {
    return JSON.parse(id[1] as string) as JsonRpcId;
  } catch {
    return undefined;
  }
}

/** Whether the line may have been a message at all. */
export function looksLikeMessage({ head }: LongLine): boolean {
  return /^\s*\{/.test(Buffer.from(head.subarray(0, 16)).toString("latin1"));
}
