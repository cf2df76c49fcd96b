// Which way a chunk takes in Node, told by the steps it leaves in `Fields`. Every way reads it alike, but only some
// do so fast: that one is no longer taken nobody else would notice but a benchmark.

import { describe, expect, test } from "vitest";
import { Fields } from "../../src/fields.ts";
import { resolveScanOptions, type ScanOptions } from "../../src/limits.ts";
import { interpretChunk, interpretText } from "../../src/node/chunk.ts";

const encoder = new TextEncoder();

/** Writes down each step that is taken, in order. */
class Steps extends Fields {
  readonly taken: string[] = [];

  constructor(options: ScanOptions = {}) {
    super(() => {}, resolveScanOptions(options));
  }

  override add(size: number): undefined {
    this.taken.push(`add ${size}`);
    super.add(size);
  }
  override pass(size: number): undefined {
    this.taken.push(`pass ${size}`);
    super.pass(size);
  }
  override data(value: string, isOpen?: boolean): undefined {
    this.taken.push("data");
    super.data(value, isOpen);
  }
  override dispatch(): undefined {
    this.taken.push("dispatch");
    super.dispatch();
  }
  override emit(data: string): undefined {
    this.taken.push("emit");
    super.emit(data);
  }
  override deliver(event: string, data: string): undefined {
    this.taken.push("deliver");
    super.deliver(event, data);
  }
}

function stepsOfBytes(chunk: string, options?: ScanOptions): string[] {
  const fields = new Steps(options);
  interpretChunk(fields, encoder.encode(chunk), 0);
  return fields.taken;
}

function stepsOfText(chunk: string, options?: ScanOptions): string[] {
  const fields = new Steps(options);
  interpretText(fields, chunk, 0);
  return fields.taken;
}

/** A value that makes a chunk of this size in bytes out of what stands before and behind it. */
const filled = (size: number, before: string, character = "x"): string => {
  const left = size - encoder.encode(before).length - 2;
  const width = encoder.encode(character).length;
  return `${before}${"x".repeat(left % width)}${character.repeat(left / width)}\n\n`;
};

const STORED = (size: number): string[] => [
  `add ${size}`,
  `pass ${size}`,
  "data",
  "dispatch",
  "emit",
  "deliver",
];
const KEPT_NOWHERE = (size: number): string[] => [`pass ${size}`, "deliver"];

describe("a block of one line of data", () => {
  test.each([24, 200, 1023, 1024, 1025, 5000])("of %i bytes of ASCII is stored nowhere", (size) => {
    expect(stepsOfBytes(filled(size, "data: "))).toEqual(KEPT_NOWHERE(size - 2));
    expect(stepsOfText(filled(size, "data: "))).toEqual(KEPT_NOWHERE(size - 2));
  });

  test("is read line by line where it is so short that one call more would cost more", () => {
    expect(stepsOfBytes(filled(23, "data: "))).toEqual(STORED(21));
  });

  test.each([100, 1024, 1025, 5000])("of %i bytes of Chinese is stored nowhere", (size) => {
    const chunk = filled(size, "data: ", "漢");
    expect(stepsOfBytes(chunk)).toEqual(KEPT_NOWHERE(chunk.length - 2));
  });

  test("whose sizes in bytes matter is read line by line", () => {
    const chunk = filled(100, "data: ", "漢");
    expect(stepsOfBytes(chunk, { maxEventBytes: 99 })).toEqual(STORED(98));
    expect(stepsOfBytes(chunk, { maxEventBytes: 100 })).toEqual(KEPT_NOWHERE(chunk.length - 2));
  });

  test("is not stored either where CR ends lines", () => {
    for (const end of ["\r", "\r\n"]) {
      const chunk = `data: ${"x".repeat(40)}${end}${end}`;
      expect(stepsOfBytes(chunk)).toEqual(["add 46", "pass 46", "emit", "deliver"]);
    }
  });
});

describe("a block of several lines", () => {
  test.each(["event: e", "id: 1", "id: 1\nevent: e"])("stores no data behind %j", (head) => {
    const chunk = `${head}\ndata: ${"x".repeat(40)}\n\n`;
    for (const steps of [
      stepsOfBytes(chunk),
      stepsOfBytes(chunk.repeat(30)),
      stepsOfBytes(chunk.replaceAll("\n", "\r")),
      stepsOfText(chunk),
    ]) {
      expect(steps).not.toContain("data");
      expect(steps).not.toContain("dispatch");
    }
  });

  test("stores data from its second line on", () => {
    const chunk = `data: ${"x".repeat(20)}\ndata: ${"y".repeat(20)}\n\n`;
    for (const steps of [
      stepsOfBytes(chunk),
      stepsOfBytes(chunk.replaceAll("\n", "\r")),
      stepsOfText(chunk),
    ]) {
      expect(steps.filter((step) => step === "data")).toHaveLength(2);
    }
  });
});

describe("a comment", () => {
  test("that nobody wants leaves the block it stands before as it was", () => {
    const chunk = `: ${"c".repeat(20)}\ndata: ${"x".repeat(20)}\n\n`;
    for (const steps of [stepsOfBytes(chunk), stepsOfText(chunk)]) {
      expect(steps).toEqual(["pass 22", "pass 26", "deliver"]);
    }
    expect(stepsOfBytes(chunk.replaceAll("\n", "\r"))).not.toContain("data");
  });
});
