// What both branches of `#text` promise.

import { describe, expect, test } from "vitest";
import type * as Text from "../src/text.ts";

export function textSuite(
  name: string,
  { blocksEnd, decode, decodeAligned, indexOfByte }: typeof Text,
): void {
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

    test.each([1, 20, 200, 3000])(
      "aligns what is ASCII, and nothing of another length, at %i bytes",
      (size) => {
        const ascii = "x\n".repeat(size);
        expect(decodeAligned(encoder.encode(ascii))).toBe(ascii);
        expect(decodeAligned(encoder.encode(`${ascii}é`))).toBeUndefined();
        expect(decodeAligned(encoder.encode(`é${ascii}`))).toBeUndefined();
        const view = encoder.encode(`é${ascii}é`).subarray(2, -2);
        expect(decodeAligned(view)).toBe(ascii);
      },
    );

    test("finds bytes from where it is told", () => {
      const bytes = Uint8Array.from([1, 10, 2, 10, 3]);
      expect([0, 1, 2, 3, 4].map((from) => indexOfByte(bytes, 10, from))).toEqual([1, 1, 3, 3, -1]);
      expect(indexOfByte(bytes.subarray(2), 10, 0)).toBe(1);
    });

    test.each([
      "é\n\n",
      "é\r\r",
      "é\r\n\r\n",
      "\n",
      "\r\n",
      "x\n\ny\n",
      "x\r\n\r\ny\r\n",
      "x\ny\n",
      "x\r\ny",
      "xy",
      "",
    ])("decodes %j at once up to its last blank line, or not at all", (text) => {
      const bytes = encoder.encode(`>${text}`);
      const lines = text.split(/(?<=\n|\r(?!\n))/);
      const last = lines.findLastIndex((line) => /^[\r\n]/.test(line));
      const blank = 1 + encoder.encode(lines.slice(0, last + 1).join("")).length;
      expect([1, blank]).toContain(blocksEnd(bytes, 1, bytes.length));
    });
  });
}
