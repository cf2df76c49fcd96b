// The same texts through this codec and through the schemas of both official SDKs. Every difference must be one
// of sdk-differences.ts.

import { JSONRPCMessageSchema as v2 } from "@modelcontextprotocol/core";
import { JSONRPCMessageSchema as v1 } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeMessage } from "../../src/decode.ts";
import { nearMessages } from "../near-messages.ts";
import { check, TIMEOUT_MS } from "../random.ts";
import { type Members, type SdkDifference, sdkDifferences } from "./sdk-differences.ts";

const sdks = [
  ["v1", v1],
  ["v2", v2],
] as const;

/** What a reader makes of a text; undefined when it refuses. */
function ours(text: string): unknown {
  try {
    return decodeMessage(text);
  } catch {
    return undefined;
  }
}

function theirs(schema: typeof v1 | typeof v2, text: string): unknown {
  const { success, data } = schema.safeParse(JSON.parse(text));
  return success ? data : undefined;
}

const verdict = (message: unknown): SdkDifference["ours"] => (message === undefined ? "refused" : "accepted");

/** The ids of the differences that explain these two readings of a text. */
function explanations(text: string, our: unknown, their: unknown): string[] {
  const value: Members = JSON.parse(text);
  return sdkDifferences
    .filter(({ ours, sdk }) => ours === verdict(our) && sdk === verdict(their))
    .filter((difference) => difference.applies(value))
    .map(({ id }) => id);
}

/** Whether two readings are the same; `toEqual` cannot see a member `__proto__`. */
function isSame(our: unknown, their: unknown): boolean {
  return JSON.stringify(sorted(our)) === JSON.stringify(sorted(their));
}

/** The same value with its members as sorted pairs: the SDKs move `_meta` to the front. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { members: members.map(([name, item]) => [name, sorted(item)]) };
}

describe.each(sdks)("decodeMessage and JSONRPCMessageSchema of the SDK %s", (_version, schema) => {
  test.each([
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":0,"method":"ping"}',
    '{"jsonrpc":"2.0","id":"","method":""}',
    '{"jsonrpc":"2.0","id":-9007199254740991,"method":"ping"}',
    '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"_meta":{"progressToken":0,"x":1},"n":[null]}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}',
    '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"\\u2028"}],"_meta":{}}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"","data":null}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","stack":"dropped by both"}}',
    '{"jsonrpc":"2.0","error":{"code":-32700,"message":"not JSON"}}',
    '{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}',
  ])("read the same message: %s", (text) => {
    const message = ours(text);
    expect(message).toBeDefined();
    expect(theirs(schema, text)).toEqual(message);
  });

  test.each([
    "null",
    "1",
    '"ping"',
    "{}",
    "[]",
    '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
    '{"id":1,"method":"ping"}',
    '{"jsonrpc":2.0,"id":1,"method":"ping"}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    '{"jsonrpc":"2.0","id":9007199254740992,"method":"ping"}',
    '{"jsonrpc":"2.0","id":true,"method":"ping"}',
    '{"jsonrpc":"2.0","id":[1],"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":null}',
    '{"jsonrpc":"2.0","id":1,"method":"a","params":null}',
    '{"jsonrpc":"2.0","id":1,"method":"a","params":"x"}',
    '{"jsonrpc":"2.0","id":1,"method":"a","result":{}}',
    '{"jsonrpc":"2.0","id":1,"method":"a","error":{"code":1,"message":""}}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","result":{}}',
    '{"jsonrpc":"2.0","id":null,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":null}',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
    '{"jsonrpc":"2.0","id":1,"error":null}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":""}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":""}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":9007199254740992,"message":""}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1}}',
    '{"jsonrpc":"2.0","id":1.5,"error":{"code":1,"message":""}}',
  ])("refuse the same text: %s", (text) => {
    expect([ours(text), theirs(schema, text)]).toEqual([undefined, undefined]);
  });

  test.each(
    sdkDifferences.flatMap(({ examples, ...difference }) =>
      examples.map((text) => ({ ...difference, text })),
    ),
  )("differ as agreed in $id: $text", ({ id, text, ours: our, sdk }) => {
    const [message, other] = [ours(text), theirs(schema, text)];
    expect([verdict(message), verdict(other)]).toEqual([our, sdk]);
    expect(isSame(message, other)).toBe(false);
    expect(explanations(text, message, other)).toContain(id);
  });

  test("differ in nothing else, on thousands of messages and near-messages", { timeout: TIMEOUT_MS }, () => {
    const seen = { same: 0, refused: 0, explained: new Set<string>() };
    check(
      fc.property(nearMessages, (text) => {
        const [message, other] = [ours(text), theirs(schema, text)];
        if (isSame(message, other)) {
          seen[message === undefined ? "refused" : "same"]++;
          return;
        }
        const ids = explanations(text, message, other);
        expect(ids, "the explanation of a difference").not.toEqual([]);
        for (const id of ids) seen.explained.add(id);
      }),
      5_000,
    );
    // Else this would be a test of nothing.
    expect(seen.same).toBeGreaterThan(200);
    expect(seen.refused).toBeGreaterThan(200);
    expect([...seen.explained].sort()).toEqual(sdkDifferences.map(({ id }) => id).sort());
  });
});
