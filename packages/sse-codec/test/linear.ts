// Time grows with the stream, not with its square.

import { describe, expect, test } from "vitest";
import { encodeEvent } from "../src/encode.ts";
import { createEventScanner } from "../src/scanner.ts";
import { cutEvery } from "./cuts.ts";

const MIB = 1024 * 1024;
/** A doubling costs twice; four times would be quadratic. */
const ALLOWED = 2.6;
/** It is measured so often before it is said to cost more, and on while there is patience: a neighbour's load passes. */
const ROUNDS = 16;
/** What is left of it for a whole file, in ms: where every doubling costs too much, nobody waits for each. */
let patienceMs = 45_000;

/** What a stream can be made of, again and again. */
const TOKENS: readonly string[] =
  "\n|\r|\r\n|:|data|data:|data:x\n|data:\n\n|data\r\r|id:1\n|event:e\n|retry:1\n|: c\n|xé\n|漢|\0".split(
    "|",
  );

/** How long one of these may take, in ms. */
export const TIMEOUT_MS = 120_000;

const encoder = new TextEncoder();

/** What is doubled: up to so many MiB, so often. */
export interface Doubling {
  readonly mib: number;
  readonly doublings: number;
}

/** Doubles tokens that are scanned up to one size, and data that is written up to another. */
export function linearSuite(scanned: Doubling, written: Doubling): void {
  describe("the time of a scan", () => {
    test.each(TOKENS)("is linear in repeated %j", (token) => expectLinearTokens(scanned, token), TIMEOUT_MS);
  });

  describe("the time of writing an event", () => {
    test.each(["one line", "10 000 lines"] as const)(
      "is linear in data of %s",
      (lines) => expectLinearWriting(written, lines),
      TIMEOUT_MS,
    );
  });
}

/** Milliseconds of work, where the runtime counts them: a neighbour's do not. */
function now(): number {
  const { process } = globalThis as { process?: { cpuUsage?(): { user: number; system: number } } };
  const used = process?.cpuUsage?.();
  return used === undefined ? performance.now() : (used.user + used.system) / 1000;
}

type Chunk = Uint8Array | string;

function scan(chunks: readonly Chunk[]): void {
  const scanner = createEventScanner({ onEvent() {}, maxEventBytes: Number.POSITIVE_INFINITY });
  for (const chunk of chunks) scanner.push(chunk);
  scanner.end();
}

/** Looks at so many bytes, one by one. */
function look(bytes: Uint8Array, size: number): void {
  let sum = 0;
  for (let at = 0; at < size; at++) sum += bytes[at] as number;
  expect(sum).toBe(size);
}

/** The least time of a unit of work so far; small ones are done a few times in a turn, or a clock would not see them. */
class Least {
  ms = Number.POSITIVE_INFINITY;

  measure(times: number, work: () => void): void {
    const start = now();
    for (let time = 0; time < times; time++) work();
    this.ms = Math.min(this.ms, (now() - start) / times);
  }
}

/**
 * Measures until every doubling costs what it may: a neighbour's load passes, a quadratic scan does not.
 *
 * Of each size the best of all rounds. What takes less time than a loop that looks at each byte once is a matter of
 * caches and of the collector, and not of the scan: what is quadratic is a hundred times slower at the largest size.
 * One doubling may be the one from which on memory comes page by page from the system, if all of them together cost no
 * more than that often: what is quadratic has two, the last.
 */
function expectLinear<T>(
  largest: number,
  doublings: number,
  make: (size: number) => T,
  work: (of: T) => void,
): void {
  const sizes = Array.from({ length: doublings + 1 }, (_, at) => largest / 2 ** (doublings - at));
  const inputs = sizes.map(make);
  const [works, looks] = [sizes.map(() => new Least()), sizes.map(() => new Least())];
  const ones = new Uint8Array(largest).fill(1);
  let found: string[] = [];
  for (let round = 0; round < ROUNDS || patienceMs > 0; round++) {
    const startedAt = performance.now();
    for (const [at, size] of sizes.entries()) {
      works[at]?.measure(Math.min(4, largest / size), () => work(inputs[at] as T));
    }
    const ms = (all: Least[], at: number): number => all[at]?.ms ?? 0;
    found = sizes.slice(1).flatMap((size, before) => {
      const at = before + 1;
      const times = ms(works, at) / ms(works, before);
      if (times <= ALLOWED) return [];
      looks[at]?.measure(1, () => look(ones, size));
      return ms(works, at) <= ms(looks, at)
        ? []
        : [`${times.toFixed(2)} times as much for ${size} as for half of it`];
    });
    const whole = ms(works, doublings) / ms(works, 0);
    if (found.length === 0 || (found.length === 1 && whole <= ALLOWED ** doublings)) return;
    if (round >= ROUNDS) patienceMs -= performance.now() - startedAt;
  }
  expect(found).toEqual([]);
}

function cutBytes(stream: Uint8Array, size: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < stream.length; at += size) chunks.push(stream.subarray(at, at + size));
  return chunks;
}

/** Doubles a stream of one token, as bytes and as text. */
function expectLinearTokens({ mib, doublings }: Doubling, token: string): void {
  const unit = encoder.encode(token);
  const bytesOf = (size: number): Uint8Array[] => {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += unit.length) bytes.set(unit.subarray(0, size - at), at);
    return cutBytes(bytes, 16_384);
  };
  const textOf = (size: number): string[] => cutEvery(token.repeat(Math.ceil(size / token.length)), 16_384);
  expectLinear(mib * MIB, doublings, bytesOf, scan);
  expectLinear(mib * MIB, doublings, textOf, scan);
}

/** Doubles a single data line, in chunks of `chunk` bytes, and of as many UTF-16 units. */
export function expectLinearLine({ mib, doublings }: Doubling, chunk: number): void {
  const textOf = (size: number): string => `data: ${"x".repeat(size - 8)}\n\n`;
  expectLinear(mib * MIB, doublings, (size) => cutBytes(encoder.encode(textOf(size)), chunk), scan);
  expectLinear(mib * MIB, doublings, (size) => cutEvery(textOf(size), chunk), scan);
}

/** Doubles the data of an event that is written: of one line, or of 10 000 lines for each MiB. */
function expectLinearWriting({ mib, doublings }: Doubling, lines: "one line" | "10 000 lines"): void {
  const line = `${"x".repeat(104)}\n`;
  const dataOf = (size: number): string =>
    lines === "one line" ? "x".repeat(size) : line.repeat(Math.ceil(size / line.length));
  expectLinear(mib * MIB, doublings, dataOf, (data) => {
    const block = encodeEvent({ event: "message", data });
    // Reading a rope makes one string of it.
    expect(block.charCodeAt(block.length - 1)).toBe(10);
  });
}
