// What the JSON-RPC codec costs on top of bare JSON, and what the official schemas cost. Arguments: words that a
// row must begin with.
//
//     decode   decodeMessage / JSON.parse                              at most 1.25
//     encode   encodeMessage / JSON.stringify                          at most 1.25
//     check    JSONRPCMessageSchema.parse / toMessage, of parsed values
//     read     text to message, the peers / decodeMessage, all compiled: at least 5 (SDK v1); beside them bare JSON.parse,
//              which each calls
//     first    the same of a process's first messages: at least 5 (SDK v1)

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { decodeMessage, encodeMessage, toMessage } from "@mcp-sse/jsonrpc";
import { JSONRPCMessageSchema as v2 } from "@modelcontextprotocol/core";
import { JSONRPCMessageSchema as v1 } from "@modelcontextprotocol/sdk/types.js";
import { type Figure, figureOfRatios, interleave, measure, type Peer, show } from "./harness.ts";
import { type MessageKind, messageKinds } from "./jsonrpc/messages.ts";
import { bare, readers } from "./jsonrpc/readers.ts";
import { isQuick, meets, record, roundsOf, type Target } from "./record.ts";

const words = process.argv.slice(2);
const reads = await Promise.all(
  [...readers, bare].map(async ({ name, load }) => ({ name, read: await load() })),
);
const CHEAP: Target = { atMost: 1.25 };
const FASTER: Target = { atLeast: 5 };
/** So many of a process's first messages. */
const FIRST = [100, 1_000, 5_000];
const FIRST_KINDS = ["200 B, call with text", "200 B, structured result"];
/** Most kinds differ by their size only. */
const QUICK_KINDS = ["200 B, call with text", "64 KiB, call with Chinese text"];

interface Row {
  readonly name: string;
  readonly peers: readonly Peer[];
  /** Of the ratio of the peer after the first. */
  readonly target?: Target | undefined;
}

function rowsOf({ name, messages }: MessageKind): Row[] {
  const texts = messages.map((message) => JSON.stringify(message));
  const bytes = texts.map((text) => Buffer.from(text));
  const values = texts.map((text): unknown => JSON.parse(text));
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const rows: Row[] = [
    {
      name: `decode text  ${name}`,
      peers: [
        { name: "JSON.parse", run: () => count(texts, (text) => JSON.parse(text)) },
        { name: "decodeMessage", run: () => count(texts, decodeMessage) },
      ],
      target: CHEAP,
    },
    {
      name: `decode bytes ${name}`,
      peers: [
        {
          name: "JSON.parse(TextDecoder)",
          run: () => count(bytes, (text) => JSON.parse(strict.decode(text))),
        },
        { name: "decodeMessage", run: () => count(bytes, decodeMessage) },
      ],
      target: CHEAP,
    },
    {
      name: `encode text  ${name}`,
      peers: [
        // Both are read in the middle: JSON.stringify of Node 20 leaves a text in pieces, which whoever sends it must join.
        { name: "JSON.stringify", run: () => readAll(messages, (message) => JSON.stringify(message)) },
        { name: "encodeMessage", run: () => readAll(messages, encodeMessage) },
      ],
      target: CHEAP,
    },
    {
      // What a program does with the text.
      name: `encode bytes ${name}`,
      peers: [
        {
          name: "JSON.stringify",
          run: () => lengthOf(messages, (message) => Buffer.from(JSON.stringify(message))),
        },
        {
          name: "encodeMessage",
          run: () => lengthOf(messages, (message) => Buffer.from(encodeMessage(message))),
        },
      ],
      target: CHEAP,
    },
    {
      name: `check        ${name}`,
      peers: [
        { name: "toMessage", run: () => count(values, toMessage) },
        { name: "SDK v1", run: () => count(values, (value) => v1.parse(value)) },
        { name: "SDK v2", run: () => count(values, (value) => v2.parse(value)) },
      ],
    },
    {
      name: `read         ${name}`,
      peers: reads.map(({ name: reader, read }) => ({ name: reader, run: () => count(texts, read) })),
      target: FASTER,
    },
  ];
  return rows;
}

/** Uses what was made, so that no engine can leave the work out. */
function count<T>(items: readonly T[], make: (item: T) => unknown): number {
  let made = 0;
  for (const item of items) if (typeof make(item) === "object") made++;
  return made;
}

function readAll<T>(items: readonly T[], make: (item: T) => string): number {
  let read = 0;
  for (const item of items) {
    const text = make(item);
    read += text.length + text.charCodeAt(text.length >> 1);
  }
  return read;
}

function lengthOf<T>(items: readonly T[], make: (item: T) => { readonly length: number }): number {
  let length = 0;
  for (const item of items) length += make(item).length;
  return length;
}

/** What the first messages of a process cost each reader, a process per sample. */
async function measureFirst(kind: string, count: number): Promise<void> {
  const program = join(import.meta.dirname, "jsonrpc/first.js");
  const peers = [...readers.slice(0, 3), bare];
  const sample = (name: string) => async (): Promise<number> =>
    Number(execFileSync(process.execPath, [program, name, String(count), kind], { encoding: "utf8" }));
  const [ours = [], ...others] = await interleave(
    peers.map(({ name }) => sample(name)),
    roundsOf(9),
  );
  const name = `first ${String(count).padEnd(6)} ${kind}`;
  console.log(`${name}:`);
  for (const [index, own] of others.entries()) {
    const column = peers[index + 1]?.name ?? "";
    judge(name, column, figureOfRatios(own, ours), index === 0 ? FASTER : undefined);
  }
}

function judge(workload: string, column: string, ratio: Figure, target: Target | undefined): void {
  const isMet = meets({ ...ratio, target });
  const verdict = isMet === undefined ? "" : isMet ? "  passes" : "  MISSES";
  console.log(`    ${column.padEnd(16)} ${show(ratio)}x${verdict}`);
  record({ workload, column, unit: "times the first", ...ratio, target });
}

console.log(`Node ${process.version}: CPU time as a multiple of the first peer's, median [quartiles]`);
for (const kind of messageKinds()) {
  if (isQuick && !QUICK_KINDS.includes(kind.name)) continue;
  for (const { name, peers, target: ofSecond } of rowsOf(kind)) {
    if (words.length > 0 && !words.some((word) => name.startsWith(word))) continue;
    // Of the larger ones nearly all is JSON.parse, which each of them calls.
    if (/^(?:check|read)/.test(name) && !kind.name.startsWith("200 B")) continue;
    const [first, ...others] = await measure(peers);
    const each = ((first?.time.median ?? 0) * 1e6) / kind.messages.length;
    console.log(`${name}: ${first?.name} ${each.toFixed(0)} ns a message`);
    for (const [index, { name: peer, ratio }] of others.entries()) {
      judge(name, peer, ratio, index === 0 ? ofSecond : undefined);
    }
  }
}
for (const kind of FIRST_KINDS) {
  for (const count of FIRST) {
    if (words.length === 0 || words.some((word) => `first ${count}`.startsWith(word)))
      await measureFirst(kind, count);
  }
}
