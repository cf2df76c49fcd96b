// Time grows with the stream, not with its square.

import { expect } from "vitest";
import { createEventScanner } from "../src/scanner.ts";

const MIB = 1024 * 1024;
const DOUBLINGS = 4;
/** A doubling costs twice; four times would be quadratic. */
const ALLOWED = 2.6;
const ROUNDS = 12;

const encoder = new TextEncoder();

/** Milliseconds of work, where the runtime counts them: a neighbour's do not. */
function now(): number {
  const { process } = globalThis as { process?: { cpuUsage?(): { user: number; system: number } } };
  const used = process?.cpuUsage?.();
  return used === undefined ? performance.now() : (used.user + used.system) / 1000;
}

function scan(chunks: readonly Uint8Array[]): number {
  const start = now();
  const scanner = createEventScanner({ onEvent() {}, maxEventBytes: Number.POSITIVE_INFINITY });
  for (const chunk of chunks) scanner.push(chunk);
  scanner.end();
  return now() - start;
}

/** Looks at each byte once. */
function look(chunks: readonly Uint8Array[]): number {
  const start = now();
  let sum = 0;
  for (const chunk of chunks) for (let at = 0; at < chunk.length; at++) sum += chunk[at] as number;
  expect(sum).toBeGreaterThan(-1);
  return now() - start;
}

/**
 * Measures until a doubling costs what it may: a neighbour's load passes, a quadratic scan does not.
 *
 * Where a scan is faster than a loop that looks at each byte once, what a doubling costs is a matter of caches,
 * and not of the scan.
 */
function expectLinear(largest: number, make: (size: number) => Uint8Array[]): void {
  const small = make(largest / 2 ** DOUBLINGS);
  const large = make(largest);
  let [least, most, once] = [Infinity, Infinity, Infinity];
  let [perDoubling, isLinear] = [Infinity, false];
  for (let round = 0; round < ROUNDS && !isLinear; round++) {
    for (let turn = 0; turn < 4; turn++) least = Math.min(least, scan(small));
    most = Math.min(most, scan(large));
    once = Math.min(once, look(large));
    perDoubling = (most / least) ** (1 / DOUBLINGS);
    isLinear = perDoubling <= ALLOWED || most <= once;
  }
  expect(isLinear, `a doubling costs ${perDoubling.toFixed(2)} times as much`).toBe(true);
}

function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

/** What a stream can be made of, again and again. */
export const TOKENS: readonly string[] =
  "\n|\r|\r\n|:|data|data:|data:x\n|data:\n\n|data\r\r|id:1\n|event:e\n|retry:1\n|: c\n|xé\n|漢|\0".split(
    "|",
  );

/** How long one of these may take, in ms. */
export const TIMEOUT_MS = 60_000;

/** Doubles a stream of one token up to so many MiB. */
export function expectLinearTokens(mib: number, token: string): void {
  const unit = encoder.encode(token);
  expectLinear(mib * MIB, (size) => {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += unit.length) bytes.set(unit.subarray(0, size - at), at);
    return cut(bytes, 16_384);
  });
}

/** Doubles a single data line up to so many MiB, in chunks of `chunk` bytes. */
export function expectLinearLine(mib: number, chunk: number): void {
  expectLinear(mib * MIB, (size) => {
    const bytes = new Uint8Array(size).fill(0x78);
    bytes.set(encoder.encode("data: "));
    bytes.set([0x0a, 0x0a], size - 2);
    return cut(bytes, chunk);
  });
}
