// What both branches of `#text` promise.

import { describe, expect, test } from "vitest";
import type * as Text from "../src/text.ts";

export function textSuite(name: string, { decode, join }: typeof Text): void {
  const encoder = new TextEncoder();
  const reference = new TextDecoder("utf-8", { ignoreBOM: true });

  describe(name, () => {
    test.each([
      ["ASCII", (size: number) => encoder.encode("a".repeat(size))],
      ["two bytes", (size: number) => encoder.encode("é".repeat(size))],
      ["three bytes", (size: number) => encoder.encode("漢".repeat(size))],
      ["four bytes", (size: number) => encoder.encode("😀".repeat(size))],
      ["a BOM, which is text here", (size: number) => encoder.encode(`\uFEFF${"x".repeat(size)}`)],
      ["invalid bytes", (size: number) => Uint8Array.from({ length: size }, (_, at) => (at * 37) % 256)],
      ["a character cut short", (size: number) => encoder.encode(`${"é".repeat(size)}😀`).slice(0, -1)],
      [
        "an overlong LF and a surrogate",
        (size: number) => Uint8Array.from([...Array(size).fill(0x41), 0xc0, 0x8a, 0xed, 0xa0, 0x80]),
      ],
    ])("decodes %s as a TextDecoder does, whatever the size", (_what, make) => {
      for (const size of [0, 1, 15, 31, 32, 33, 200, 511, 512, 513, 1100, 5000]) {
        const bytes = make(size);
        const want = reference.decode(bytes);
        expect(decode(bytes, 0, bytes.length)).toBe(want);
        const framed = Uint8Array.from([0x3e, ...bytes, 0x3c]);
        expect(decode(framed, 1, framed.length - 1)).toBe(want);
      }
    });

    test("joins parts in order, one line after the other, of any length", () => {
      for (const sizes of [[3, 1, 4], [500, 0, 700], [2], [], [600, 600]]) {
        const parts = sizes.map((size, index) => new Uint8Array(size).fill(index + 1));
        const length = sizes.reduce((sum, size) => sum + size, 0);
        const line = join(parts, length);
        expect(line.length).toBe(length);
        expect(Array.from(line)).toEqual(parts.flatMap((part) => Array.from(part)));
      }
    });
  });
}
