// What MCP sends: calls with a long text, results of many small values, plain and Chinese text.

import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";

/** Messages of one shape and about one size. */
export interface MessageKind {
  readonly name: string;
  readonly messages: readonly JsonRpcMessage[];
}

const SIZES: readonly (readonly [name: string, characters: number])[] = [
  ["200 B", 200],
  ["2 KiB", 2 * 1024],
  ["64 KiB", 64 * 1024],
];

/** Every kind, smallest first. */
export function messageKinds(): MessageKind[] {
  return SIZES.flatMap(([size, characters]) => {
    // Several, so that no cache of one string or one object flatters anybody.
    const count = characters > 10_000 ? 4 : 32;
    const some = (make: (id: number) => JsonRpcMessage): JsonRpcMessage[] =>
      Array.from({ length: count }, (_, id) => make(id));
    return [
      { name: `${size}, call with text`, messages: some((id) => call(id, characters, "x")) },
      { name: `${size}, call with Chinese text`, messages: some((id) => call(id, characters, "中")) },
      { name: `${size}, structured result`, messages: some((id) => result(id, characters)) },
    ];
  });
}

function call(id: number, characters: number, filler: string): JsonRpcMessage {
  const make = (query: string): JsonRpcMessage => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: {
      name: "search",
      arguments: { query, limit: 10, tags: ["a", "b"] },
      _meta: { progressToken: id },
    },
  });
  return make(filler.repeat(characters - JSON.stringify(make("")).length));
}

function result(id: number, characters: number): JsonRpcMessage {
  const items: object[] = [];
  const message: JsonRpcMessage = {
    jsonrpc: "2.0",
    id,
    result: { content: [], structuredContent: { items } },
  };
  let length = JSON.stringify(message).length;
  while (length < characters) {
    const n = items.length;
    const item = { id: n, name: `item ${n}`, price: n * 1.25, ok: true, tags: ["a", "b"] };
    items.push(item);
    length += JSON.stringify(item).length + 1;
  }
  return message;
}
