// maxEventBytes: for every kind of line, at every cut, before the line ends.

import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { createEventScanner } from "../src/scanner.ts";
import { cutAt, cutEvery } from "./cuts.ts";

const encoder = new TextEncoder();

/** How many events came before the stream ended or failed, and with which code it failed. */
function outcome(
  chunks: readonly (Uint8Array | string)[],
  maxEventBytes?: number,
  strict = false,
): [events: number, code: unknown] {
  let events = 0;
  const scanner = createEventScanner({ maxEventBytes, strict, onEvent: () => events++ });
  try {
    for (const chunk of chunks) scanner.push(chunk);
    scanner.end();
  } catch (error) {
    return [events, (error as { code?: unknown }).code];
  }
  return [events, undefined];
}

function catching(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

const TOO_LARGE = "ERR_SSE_EVENT_TOO_LARGE";
const KINDS = ["data: ", "event: ", "id: ", "retry: 1", ": ", "unknown: ", "nocolon", "\u00e9"];

describe("maxEventBytes", () => {
  test("is named with its value by the error, whatever passed it, and nothing of the stream is", () => {
    for (const kind of KINDS) {
      for (const chunk of [`${kind}${"s3cret".repeat(9)}`, `${kind}${"s3cret".repeat(9)}\n`]) {
        for (const pushed of [chunk, encoder.encode(chunk)]) {
          const scanner = createEventScanner({ maxEventBytes: 37, onEvent: () => undefined });
          const thrown = catching(() => scanner.push(pushed));
          expect(thrown).toMatchObject({
            code: TOO_LARGE,
            message: expect.stringMatching(/maxEventBytes.*\b37$/),
          });
          expect(String(thrown)).not.toContain("s3cret");
        }
      }
    }
  });

  verifies(
    "sse.limit.event",
    "lets exactly the limit pass, and not one byte more, of every kind of line",
    () => {
      for (const kind of KINDS) {
        const line = kind + "0".repeat(30);
        const size = encoder.encode(line).length;
        for (const stream of [`${line}\n\ndata: x\n\n`, `data: x\n\n${line}\r\n\r\n`, line]) {
          const bytes = encoder.encode(stream);
          const before = stream.startsWith("data: x") ? 1 : 0;
          const ok = outcome([bytes], size);
          expect(ok[1], kind).toBeUndefined();
          for (const unit of [1, 7, 1000]) {
            expect(outcome(cutEvery(bytes, unit), size), kind).toEqual(ok);
            expect(outcome(cutEvery(bytes, unit), size - 1), kind).toEqual([before, TOO_LARGE]);
          }
        }
      }
    },
  );

  test("adds up the data, event and id lines of an event, field names included, line ends not", () => {
    const block = "event: abc\r\nid: 12\r\ndata: x\r\ndata\r\ndata: y\r\n\r\n";
    const size = "event: abc".length + "id: 12".length + "data: x".length + "data".length + "data: y".length;
    for (const unit of [1, 3, 1000]) {
      expect(outcome(cutEvery(encoder.encode(block + block), unit), size)).toEqual([2, undefined]);
      expect(outcome(cutEvery(encoder.encode(block + block), unit), size - 1)).toEqual([0, TOO_LARGE]);
    }
  });

  test("is told before a missing colon, whatever the cut", () => {
    for (const kind of ["", "data", "\u00e9", "\r\n"]) {
      const bytes = encoder.encode(`data: x\n\n${kind}${"0".repeat(40)}\n`);
      for (const unit of [1, 7, 30, 1000]) {
        expect(outcome(cutEvery(bytes, unit), 30, true), kind).toEqual([1, TOO_LARGE]);
        expect(outcome(cutEvery(bytes, unit), 50, true), kind).toEqual([1, "ERR_SSE_MALFORMED_LINE"]);
      }
    }
  });

  test("counts comments, retry and unknown lines by themselves", () => {
    const block = `data: x\n${": 345678\nretry: 8\nfoo: 678\n".repeat(100)}data: y\n\n`;
    expect(outcome([block], 14)).toEqual([1, undefined]);
    expect(outcome([block], 13)).toEqual([0, TOO_LARGE]);
  });

  test("starts anew at every blank line, also of a block that dispatches nothing", () => {
    expect(outcome(["id: 12345678\n\n".repeat(50)], 12)).toEqual([0, undefined]);
  });

  test("counts bytes of bytes, and UTF-16 units of text", () => {
    const stream = "data: 漢字\n\n";
    expect(outcome([encoder.encode(stream)], 12)).toEqual([1, undefined]);
    expect(outcome([encoder.encode(stream)], 11)).toEqual([0, TOO_LARGE]);
    expect(outcome([stream], 8)).toEqual([1, undefined]);
    expect(outcome([stream], 7)).toEqual([0, TOO_LARGE]);
  });

  test("counts neither a BOM nor half of one", () => {
    const bytes = encoder.encode("\uFEFFdata: 1\n\n");
    for (const place of bytes.keys()) expect(outcome(cutAt(bytes, [place]), 7)).toEqual([1, undefined]);
  });

  test("counts every byte of an invalid sequence", () => {
    const bytes = Uint8Array.from([...encoder.encode("data: "), 0xf0, 0x9f, 0x98, 0xe6, 0xff, 0x0a, 0x0a]);
    for (const place of bytes.keys()) {
      expect(outcome(cutAt(bytes, [place]), 11)).toEqual([1, undefined]);
      expect(outcome(cutAt(bytes, [place]), 10)).toEqual([0, TOO_LARGE]);
    }
  });

  test("holds in a large chunk that is not ASCII, behind events that fit", () => {
    const stream = `${"data: é\n\n".repeat(400)}data: ${"é".repeat(600)}\ndata: x\n\n`;
    const size = 6 + 1200 + 7;
    for (const bytes of [encoder.encode(stream)]) {
      expect(outcome([bytes], size)).toEqual([401, undefined]);
      expect(outcome([bytes], size - 1)).toEqual([400, TOO_LARGE]);
      expect(outcome(cutEvery(bytes, 1500), size - 1)).toEqual([400, TOO_LARGE]);
    }
  });

  verifies(
    "sse.limit.every-line",
    "C09: refuses a line that never ends, of every kind, as it arrives",
    () => {
      for (const kind of [...KINDS, "", "data", "dat", "even"]) {
        for (const block of [new Uint8Array(65_536).fill(0x78), "x".repeat(65_536)]) {
          const scanner = createEventScanner({ onEvent() {} });
          scanner.push(typeof block === "string" ? kind : encoder.encode(kind));
          let pushed = 0;
          const pump = () => {
            for (; pushed < 400; pushed++) scanner.push(block);
          };
          expect(pump, kind).toThrow(expect.objectContaining({ code: TOO_LARGE }));
          expect(pushed, kind).toBeLessThanOrEqual(256);
        }
      }
    },
  );

  test("C09: refuses data lines that never end in a blank one", () => {
    const lines = encoder.encode("data: x\n".repeat(8192));
    const scanner = createEventScanner({ onEvent() {}, maxEventBytes: 1024 * 1024 });
    let pushed = 0;
    const pump = () => {
      for (; pushed < 400; pushed++) scanner.push(lines);
    };
    expect(pump).toThrow(expect.objectContaining({ code: TOO_LARGE }));
    expect(pushed).toBe(18);
  });
});
