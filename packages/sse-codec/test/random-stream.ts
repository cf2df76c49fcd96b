// Streams for the fuzzer: tokens of the grammar, raw bytes, and vectors gone wrong.

import { below, pick, type Random } from "./random.ts";
import { VECTORS } from "./vectors.ts";

const encoder = new TextEncoder();
const CORPUS = VECTORS.filter(({ bytes }) => bytes.length < 4096).map(({ bytes }) => bytes);

const WORDS =
  "data data: data:  event event: id id: retry retry: datax dat Data: events: e i r d x: : message endpoint 7 0042 " +
  '12x 99999999999999999999 {"jsonrpc":"2.0"} é 漢字 😀 \uFEFF \u2028 \u0085 \uFFFD \v\f \t \0 ';
const TOKENS = [
  ...WORDS.split(" "),
  " ",
  "data: ",
  "event: ",
  "event: message\ndata: ",
  "event: message\ndata: 1\n\n",
  "id: ",
  "retry: ",
  "a longer run of text, which is found by a search and not by a loop",
  "~".repeat(700),
].map((token) => encoder.encode(token)) as [Uint8Array, ...Uint8Array[]];

const BROKEN: readonly [number[], ...number[][]] = [
  [0xff],
  [0xe6],
  [0xf0, 0x9f],
  [0xc0, 0x8a],
  [0xed, 0xa0, 0x80],
  [0xef, 0xbb],
  [0x80],
];

export function randomStream(random: Random): Uint8Array {
  const kind = random();
  if (kind < 0.15) return mutated(random);
  const size = random() < 0.1 ? 150 : 24;
  const broken = kind < 0.4;
  const parts: ArrayLike<number>[] = random() < 0.1 ? [[0xef, 0xbb, 0xbf]] : [];
  for (let count = below(random, size); count > 0; count--) {
    const dice = random();
    if (broken && dice < 0.1) parts.push(pick(random, BROKEN));
    else if (broken && dice < 0.2)
      parts.push(Array.from({ length: below(random, 9) }, () => below(random, 256)));
    else if (dice < 0.45) parts.push(pick(random, [[0x0a], [0x0d], [0x0d, 0x0a], [0x0a, 0x0a]]));
    else parts.push(pick(random, TOKENS));
  }
  return concat(parts);
}

/** A vector with some of its bytes changed, dropped or doubled, often with another behind it. */
function mutated(random: Random): Uint8Array {
  const parts = [pick(random, CORPUS as [Uint8Array, ...Uint8Array[]])];
  if (random() < 0.5) parts.push(pick(random, CORPUS as [Uint8Array, ...Uint8Array[]]));
  const bytes = [...concat(parts)];
  for (let count = below(random, 4); count > 0; count--) {
    const at = below(random, bytes.length + 1);
    bytes.splice(
      at,
      below(random, 3),
      ...(random() < 0.5 ? [below(random, 256)] : bytes.slice(at, at + below(random, 5))),
    );
  }
  return Uint8Array.from(bytes);
}

function concat(parts: readonly ArrayLike<number>[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
