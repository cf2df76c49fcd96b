import { describe, expect, test } from "vitest";
import { HeldBytes } from "../src/held-bytes.ts";

const chunk = Uint8Array.from({ length: 200_000 }, (_, at) => at % 251);

/** Appends the ranges to a line, and compares all that can be asked of it. */
function expectLine(held: HeldBytes, ranges: readonly (readonly [start: number, end: number])[]): void {
  const want: number[] = [];
  for (const [start, end] of ranges) {
    // A copy, as a chunk from a socket is.
    const own = chunk.slice(start, end);
    held.append(own, 0, own.length);
    want.push(...own);
    expect(held.length).toBe(want.length);
    expect(held.headLength).toBeGreaterThanOrEqual(Math.min(16, want.length));
    expect([...held.head.subarray(0, 16)].slice(0, want.length)).toEqual(want.slice(0, 16));
  }
  expect(held.take().subarray(0, want.length).join()).toBe(want.join());
  expect(held.length).toBe(0);
}

describe("HeldBytes", () => {
  test.each([
    [
      "small pieces",
      [
        [0, 1],
        [1, 2],
        [5, 20],
        [20, 36],
        [7, 7],
        [0, 300],
      ],
    ],
    [
      "a large piece first",
      [
        [0, 5000],
        [5000, 5001],
        [0, 70_000],
        [0, 4095],
      ],
    ],
    [
      "a large piece behind the start of a name",
      [
        [0, 3],
        [3, 9000],
        [0, 3],
      ],
    ],
    [
      "large pieces",
      [
        [0, 20],
        [0, 5000],
        [5000, 10_000],
        [0, 20],
        [0, 20_000],
        [0, 0],
      ],
    ],
    ["more than a block of small pieces", Array.from({ length: 90 }, (_, at) => [at, at + 1460] as const)],
  ] as const)("joins %s in order, line after line", (_what, ranges) => {
    const held = new HeldBytes();
    expectLine(held, ranges);
    expectLine(held, ranges);
    expectLine(held, [[0, 30]]);
  });

  test("copies what is small, or a small part of its buffer, and keeps the rest", () => {
    const held = new HeldBytes();
    const pieces = [chunk.slice(0, 20), chunk.slice(0, 4096), chunk.slice(0, 100_000)];
    held.append(pieces[0] ?? chunk, 0, 20);
    held.append(pieces[1] ?? chunk, 0, 4096);
    held.append(pieces[2] ?? chunk, 0, 5000);
    for (const piece of pieces) piece.fill(255);
    const line = held.take();
    expect([line[0], line[19]]).toEqual([0, 19]);
    expect([line[20], line[4115]]).toEqual([255, 255]);
    expect([line[4116], line[9115]]).toEqual([0, 4999 % 251]);
  });

  test("lets go of everything when released", () => {
    const held = new HeldBytes();
    for (let turn = 0; turn < 3; turn++) held.append(chunk, 0, 150_000);
    held.release();
    expect([held.length, held.headLength, held.head.length]).toEqual([0, 0, 0]);
  });
});
