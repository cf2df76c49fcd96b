// What both branches of `#text` promise.

import { describe, expect, test } from "vitest";
import type * as Text from "../src/text.ts";

export function textSuite(name: string, { decode, memoryOf }: typeof Text): void {
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

    test("decodes each sequence of up to three bytes as a TextDecoder does, and nothing behind it", () => {
      const all = Array.from({ length: 256 }, (_, byte) => byte);
      const leading = all.filter((byte) => byte === 0x41 || byte >= 0x7f);
      // Where something changes: what may follow depends on the first two, and on whether it is their kind at all.
      const following = [0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbe, 0xbf, 0xc0, 0xe0, 0xff];
      const sequences = [
        ...leading.map((one) => [one]),
        ...leading.flatMap((one) => all.map((two) => [one, two])),
        ...leading.flatMap((one) => following.flatMap((two) => following.map((three) => [one, two, three]))),
      ];
      const wrong = sequences.filter((sequence) => {
        const { length } = sequence;
        const want = reference.decode(Uint8Array.from(sequence));
        // What stands around it would make another character of its start or its end.
        const framed = Uint8Array.from([0xe6, ...sequence, 0x80, 0x80]);
        return decode(framed, 1, 1 + length) !== want;
      });
      expect(wrong).toEqual([]);
    });

    test("gives memory of the length that is asked for, whatever was asked for before", () => {
      for (const length of [16, 5000, 0, 70_000, 3]) {
        const memory = memoryOf(length).fill(length % 251);
        expect(memory.length).toBe(length);
        expect(memory.every((byte) => byte === length % 251)).toBe(true);
      }
    });
  });
}
