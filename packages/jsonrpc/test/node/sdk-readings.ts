// What this codec and the schemas of both official SDKs make of one text.

import { JSONRPCMessageSchema as v2 } from "@modelcontextprotocol/core";
import { JSONRPCMessageSchema as v1 } from "@modelcontextprotocol/sdk/types.js";
import { decodeMessage } from "../../src/decode.ts";
import { type Members, type SdkDifference, sdkDifferences } from "./sdk-differences.ts";

export const sdks = [
  ["v1", v1],
  ["v2", v2],
] as const;

/** What a reader makes of a text; undefined when it refuses. */
export function ours(text: string): unknown {
  try {
    return decodeMessage(text);
  } catch {
    return undefined;
  }
}

export function theirs(schema: typeof v1 | typeof v2, text: string): unknown {
  const { success, data } = schema.safeParse(JSON.parse(text));
  return success ? data : undefined;
}

export const verdict = (message: unknown): SdkDifference["ours"] =>
  message === undefined ? "refused" : "accepted";

/** The ids of the differences that explain these two readings of a text. */
export function explanations(text: string, our: unknown, their: unknown): string[] {
  const value: Members = JSON.parse(text);
  return sdkDifferences
    .filter(({ ours, sdk }) => ours === verdict(our) && sdk === verdict(their))
    .filter((difference) => difference.applies(value))
    .map(({ id }) => id);
}

/** Whether two readings are the same; `toEqual` cannot see a member `__proto__`. */
export function isSame(our: unknown, their: unknown): boolean {
  return JSON.stringify(sorted(our)) === JSON.stringify(sorted(their));
}

/** The same value with its members as sorted pairs: the SDKs move `_meta` to the front. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { members: members.map(([name, item]) => [name, sorted(item)]) };
}
