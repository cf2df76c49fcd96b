import { describe, expect, test } from "vitest";
import { StderrTail } from "../src/stderr-tail.ts";

function told(chunks: readonly (string | Buffer)[]): { lines: string[]; last: readonly string[] } {
  const lines: string[] = [];
  const tail = new StderrTail((line) => lines.push(line));
  for (const chunk of chunks) tail.push(Buffer.from(chunk as string));
  tail.end();
  return { lines, last: tail.lines };
}

describe("stderr", () => {
  test("is told line by line, whatever ends them, however they are cut", () => {
    const bytes = Buffer.from("a\r\nbé\n\n  \nc\rd");
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(told([bytes.subarray(0, cut), bytes.subarray(cut)]).lines).toEqual(["a", "bé", "c", "d"]);
    }
  });

  test("shows no control characters and no colours", () => {
    expect(told(["\u001b[31mred\u001b[0m \u0007bell\u009b2J x\u0000y\n"]).lines).toEqual(["red  bell x y"]);
  });

  test("keeps its last ten lines, cut", () => {
    const { last } = told(Array.from({ length: 12 }, (_, i) => `${i} ${"x".repeat(400)}\n`));
    expect(last).toHaveLength(10);
    expect(last[0]).toMatch(/^2 x+$/);
    expect(last.every((line) => line.length === 300)).toBe(true);
  });

  test("is told once of a line that never ends", () => {
    const { lines } = told([...Array.from({ length: 20 }, () => "x".repeat(1_000)), "\nnext\n"]);
    expect(lines.map((line) => line.length)).toEqual([8_192, 4]);
    expect(lines[1]).toBe("next");
  });

  test("survives bytes that are no text", () => {
    expect(told([Buffer.of(0xff, 0xfe, 0x0a)]).lines).toEqual(["\ufffd\ufffd"]);
  });
});
