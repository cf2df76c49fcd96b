import { Buffer } from "node:buffer";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as text from "../../src/node/text.ts";
import { textSuite } from "../text-suite.ts";

textSuite("the Node branch of #text", text);

describe("the Node branch of #text before Node 24", () => {
  const { decode, FAST_UTF8 } = text;

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
