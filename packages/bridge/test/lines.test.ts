import { describe, expect, test } from "vitest";
import { LineSplitter, type LongLine } from "../src/lines.ts";

/** The lines of some chunks, as text; one that was too long as its length. */
function linesOf(chunks: readonly Buffer[], maxLineBytes = 1_000_000): (string | number)[] {
  const lines: (string | number)[] = [];
  const splitter = new LineSplitter(maxLineBytes, {
    onLine: (line) => lines.push(Buffer.from(line).toString("utf8")),
    onLongLine: ({ bytes }) => lines.push(bytes),
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
}

function* cutsOf(bytes: Buffer): Generator<Buffer[]> {
  for (let i = 0; i <= bytes.length; i++) {
    for (let j = i; j <= bytes.length; j++) {
      yield [bytes.subarray(0, i), bytes.subarray(i, j), bytes.subarray(j)];
    }
  }
}

describe("lines", () => {
  test("are the same for every cut, through characters and line ends", () => {
    const bytes = Buffer.from("aé\r\n中😀\n\r\n\n\r\rb\rc\r\nlast");
    const whole = ["aé", "中😀", "", "", "\r\rb\rc", "last"];
    for (const chunks of cutsOf(bytes)) expect(linesOf(chunks)).toEqual(whole);
    expect(linesOf([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
  });

  test("B10: end at LF and CRLF only", () => {
    const line = "a\u2028b\u2029c\u0085d\u000be\u000cf\u001eg\rh";
    expect(linesOf([Buffer.from(`${line}\n`)])).toEqual([line]);
  });

  test("B09: pass with exactly the limit, whatever stands beside them in a chunk, for every cut", () => {
    for (const end of ["\n", "\r\n"]) {
      const bytes = Buffer.from(`1234567${end}ab${end}123456789${end}c${end}12345678${end}`);
      for (const chunks of cutsOf(bytes))
        expect(linesOf(chunks, 8)).toEqual(["1234567", "ab", 9, "c", "12345678"]);
    }
  });

  test("that are too long are counted whole, and lose nothing that follows", () => {
    const chunks = [Buffer.alloc(5_000, "x"), Buffer.alloc(5_000, "y"), Buffer.from("z\nnext\n")];
    expect(linesOf(chunks, 100)).toEqual([10_001, "next"]);
    expect(linesOf([Buffer.alloc(5_000, "x")], 100)).toEqual([5_000]);
  });

  test("that are too long show both their ends, however they are cut", () => {
    const text = `head${"x".repeat(5_000)}tail`;
    for (const size of [1, 7, 1_000, 1_024, 4_000, 6_000]) {
      const long: LongLine[] = [];
      const splitter = new LineSplitter(100, { onLine() {}, onLongLine: (line) => long.push(line) });
      const bytes = Buffer.from(`${text}\r\n`);
      for (let at = 0; at < bytes.length; at += size) splitter.push(bytes.subarray(at, at + size));
      expect(long).toHaveLength(1);
      const [{ head, tail }] = long as [LongLine];
      expect(Buffer.from(head).toString()).toMatch(/^headx+$/);
      expect(Buffer.from(tail).toString()).toMatch(/x+tail$/);
    }
  });

  test("cost time that grows with their length, not with its square", () => {
    const time = (bytes: number): number => {
      const piece = Buffer.alloc(64, "x");
      const splitter = new LineSplitter(Number.POSITIVE_INFINITY, { onLine() {}, onLongLine() {} });
      const from = process.cpuUsage();
      for (let i = 0; i < bytes / piece.length; i++) splitter.push(piece);
      splitter.end();
      const { user, system } = process.cpuUsage(from);
      return user + system;
    };
    const best = (bytes: number): number => Math.min(...[1, 2, 3].map(() => time(bytes)));
    time(1_000_000);
    expect(best(16_000_000)).toBeLessThan(8 * best(4_000_000) + 20_000);
  });

  test("have no bytes of their own: they are overwritten", () => {
    const seen: Uint8Array[] = [];
    const splitter = new LineSplitter(100, { onLine: (line) => seen.push(line), onLongLine() {} });
    splitter.push(Buffer.from("ab"));
    splitter.push(Buffer.from("c\nxy"));
    splitter.push(Buffer.from("z\n"));
    expect(seen.map((line) => Buffer.from(line).toString())).toEqual(["xyz", "xyz"]);
  });
});
