// What broke other readers where chunks meet, byte for byte, at every place.

import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { cutAt, cutEvery, withEmpty } from "./cuts.ts";
import { scanAll } from "./faces.ts";

const encoder = new TextEncoder();
const NO_BYTES = new Uint8Array(0);

function dataOf(chunks: Iterable<Uint8Array | string>): string[] {
  return scanAll(chunks).events.map(({ data }) => data);
}

/** Holds a stream to its data at every cut, every pair of cuts, and byte by byte, as bytes and as text. */
function expectData(stream: string | Uint8Array, want: string[]): void {
  const bytes = typeof stream === "string" ? encoder.encode(stream) : stream;
  for (const source of typeof stream === "string" ? [bytes, stream] : [bytes]) {
    const cut = source as Uint8Array;
    const empty = typeof source === "string" ? ("" as unknown as Uint8Array) : NO_BYTES;
    for (let one = 0; one <= cut.length; one++) {
      for (let two = one; two <= cut.length; two++) {
        const chunks = cutAt(cut, [one, two]);
        if (dataOf(chunks).join("|") !== want.join("|"))
          expect(dataOf(chunks), `cut at ${one}, ${two}`).toEqual(want);
      }
    }
    expect(dataOf(cutEvery(cut, 1))).toEqual(want);
    expect(dataOf(withEmpty(cutEvery(cut, 1), empty))).toEqual(want);
  }
}

describe("a cut", () => {
  verifies("sse.line.any-cut", "C01: inside CRLF does not make two line ends of it", () => {
    const chunks = ["data: A\r\n", "data: B\r", "\ndata: C\r\n", "\r\n"];
    expect(dataOf(chunks)).toEqual(["A\nB\nC"]);
    expect(dataOf(chunks.map((chunk) => encoder.encode(chunk)))).toEqual(["A\nB\nC"]);
    expectData("data: A\r\ndata: B\r\ndata: C\r\n\r\n", ["A\nB\nC"]);
    expectData("data: A\r\rdata: B\r\n\ndata: C\n\r\n", ["A", "B", "C"]);
    expectData(":\r\ndata: é\r\n\r\n\r\n", ["é"]);
  });

  verifies("sse.bom.once", "C02: inside a BOM, or an empty chunk before it, does not keep it", () => {
    const bytes = encoder.encode("\uFEFFdata: first\n\ndata: second\n\n");
    expect(dataOf([bytes.slice(0, 1), NO_BYTES, bytes.slice(1)])).toEqual(["first", "second"]);
    expect(dataOf(["", "\uFEFF", "", "data: first\n\n"])).toEqual(["first"]);
    expectData("\uFEFFdata: first\n\ndata: second\n\n", ["first", "second"]);
    expectData("\uFEFF\r\ndata: x\r\n\r\n", ["x"]);
  });

  test("C02, C07: a BOM is dropped once, at the start, and is content everywhere else", () => {
    expectData("\uFEFFdata: 1\n\ndata: 2\n\n", ["1", "2"]);
    expectData("\uFEFF\uFEFFdata: 1\n\ndata: 2\n\n", ["2"]);
    expectData("data: \uFEFFx\n\n\uFEFFdata: 2\n\n", ["\uFEFFx"]);
    expectData(Uint8Array.from([0xef, 0xbb, ...encoder.encode("data: 1\n\ndata: 2\n\n")]), ["2"]);
  });

  verifies(
    "sse.utf8",
    "C17: inside a character does not break it, and invalid bytes break no framing",
    () => {
      expectData('data: {"t":"é中😀"}\n\n', ['{"t":"é中😀"}']);
      expectData(
        Uint8Array.from([
          ...encoder.encode("data: a"),
          0xf0,
          0x9f,
          0x0a,
          0x0a,
          ...encoder.encode("data: b\n\n"),
        ]),
        ["a\uFFFD", "b"],
      );
      expectData(Uint8Array.from([...encoder.encode("data: "), 0xff, 0xc0, 0x8a, 0xe6, 0x0d, 0x0a, 0x0d]), [
        "\uFFFD\uFFFD\uFFFD\uFFFD",
      ]);
    },
  );

  test("inside a surrogate pair of text does not break it", () => {
    expect(dataOf(cutEvery("data: 😀\n\n", 1))).toEqual(["😀"]);
  });

  test("inside a field name, or between colon and space, changes nothing", () => {
    expectData("data: x\ndata:  y\ndatax: z\nid:\nid: 7\n\n", ["x\n y"]);
  });
});

describe("a line", () => {
  test("C05: ends at CR, LF and CRLF, and at nothing else", () => {
    const json = JSON.stringify({ t: "a\u2028b\u2029c\u0085d" });
    expectData(`event: message\ndata: ${json}\n\n`, [json]);
    for (const char of "\v\f\x1c\x1d\x1e\x85\u2028\u2029\0") expectData(`data: a${char}b\n\n`, [`a${char}b`]);
  });

  verifies(
    "sse.dispatch.empty-data",
    "C06: with an empty data field dispatches, and one without data does not",
    () => {
      expectData("data:\n\n", [""]);
      expectData("data\n\n", [""]);
      expectData("data: \n\n", [""]);
      expectData("event: x\n\n", []);
      expectData("id: x\n\n:\n\nretry: 1\n\n", []);
      expectData("data\ndata\n\n", ["\n"]);
    },
  );
});
