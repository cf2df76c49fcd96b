import { Buffer } from "node:buffer";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as text from "../../src/node/text.ts";
import { textSuite } from "../text-suite.ts";

const { decode, decodePieces, FAST_UTF8 } = text;

textSuite("the Node branch of #text", text);

describe("the Node branch of #text before Node 24", () => {
  function callsOf(bytes: Uint8Array): Record<string, number> {
    const module = process.getBuiltinModule("node:buffer");
    const spies = (["isAscii", "isUtf8", "transcode"] as const).map((name) => vi.spyOn(module, name));
    onTestFinished(() => void vi.restoreAllMocks());
    decode(bytes, 0, bytes.length);
    const counts = spies.map((spy) => [spy.getMockName(), spy.mock.calls.length] as const);
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  // From Node 24 on one call does it all, whatever it is given.
  const before24 = (calls: Record<string, number>): Record<string, number> => (FAST_UTF8 ? {} : calls);

  test.each([
    ["short ASCII", "x".repeat(767), {}],
    ["long ASCII", "x".repeat(768), { isAscii: 1 }],
    ["short text of two bytes each", `x${"é".repeat(383)}`, {}],
    ["long text of two bytes each", "é".repeat(384), { isAscii: 1, isUtf8: 1, transcode: 1 }],
    ["short text of three bytes each", "漢".repeat(255), {}],
    ["short text with the first and the last of each length", "\x80\u07ff\u0800\ud7ff\ue000\uffff", {}],
    ["text of four bytes each", "😀", { isAscii: 1, isUtf8: 1, transcode: 1 }],
  ])("decodes %s without a call that costs more than it saves", (_what, given, calls) => {
    expect(callsOf(Buffer.from(given))).toEqual(before24(calls));
  });

  test("has a TextDecoder decode what is not valid", () => {
    expect(callsOf(Uint8Array.of(0x41, 0xff))).toEqual(before24({ isAscii: 1, isUtf8: 1 }));
  });
});

describe("pieces of a long text", () => {
  const standard = new TextDecoder("utf-8", { ignoreBOM: true });

  // Valid, and with bytes that are of no character: wherever a piece ends, it ends in one of these.
  test.each([
    ["é", [0xc3, 0xa9]],
    ["漢", [0xe6, 0xbc, 0xa2]],
    ["😀", [0xf0, 0x9f, 0x98, 0x80]],
    ["a stray byte", [0x80]],
    ["one byte too many", [0xf0, 0x9f, 0x98, 0x80, 0x80]],
    ["one byte too few", [0xe6, 0xbc]],
    ["no UTF-8 at all", [0xff, 0xf8, 0x80, 0x80, 0x80, 0x80]],
  ])("are the text as a whole, cut in %s", (_, unit) => {
    const length = 2 * 48 * 1024 + 100;
    for (let shift = 0; shift < unit.length; shift++) {
      const bytes = Uint8Array.from({ length }, (_, at) => unit[(at + shift) % unit.length] ?? 0);
      // Only whether they are equal: the texts are long.
      expect(decodePieces(bytes, 0, length) === standard.decode(bytes)).toBe(true);
      expect(decodePieces(bytes, 1, length - 1) === standard.decode(bytes.subarray(1, length - 1))).toBe(
        true,
      );
    }
  });

  test("are those of a long line of CJK", () => {
    const bytes = new TextEncoder().encode("漢字".repeat(60_000));
    expect(decode(bytes, 0, bytes.length) === "漢字".repeat(60_000)).toBe(true);
  });
});
