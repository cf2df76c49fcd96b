import { describe, expect, test } from "vitest";
import type { ServerSentEvent } from "../../src/event.ts";
import { Fields } from "../../src/fields.ts";
import { resolveScanOptions, type ScanOptions } from "../../src/limits.ts";
import { interpretUsualBlocks } from "../../src/node/usual-blocks.ts";
import { noteUnusual, usual } from "../../src/node/usual-start.ts";

const block = (data: string): string => `event: message\ndata: ${data}\n\n`;

function interpret(
  text: string,
  at = 0,
  options: ScanOptions = {},
): { at: number; events: ServerSentEvent[] } {
  while (usual.event !== "message") noteUnusual("message");
  const events: ServerSentEvent[] = [];
  const fields = new Fields((event) => events.push(event), resolveScanOptions(options));
  const chunk = new TextEncoder().encode(text);
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
  return { at: interpretUsualBlocks(fields, chunk, view, text, at), events };
}

describe("usual blocks", () => {
  test("are read one after the other, up to the end of the chunk", () => {
    const text = `:\n${block("a")}${block("")}event: message\ndata:b\n\n`;
    expect(interpret(text, 2)).toEqual({
      at: text.length,
      events: [
        { event: "message", data: "a" },
        { event: "message", data: "" },
        { event: "message", data: "b" },
      ],
    });
  });

  test.each([
    "event: endpoint\ndata: a\n\n",
    "event: message\ndatb: a\n\n",
    "event: message\nid: a\ndata: a\n\n",
    "event: message\ndata: a\ndata: b\n\n",
    "event: message\ndata: a\nid: b\n\n",
    "data: a\n\n",
    "\n",
  ])("end where another one starts: %j", (other) => {
    const text = block("a") + other + block("b");
    expect(interpret(text)).toEqual({ at: block("a").length, events: [{ event: "message", data: "a" }] });
  });

  test("end where one is not complete, at each of its bytes", () => {
    for (let cut = 0; cut < block("b").length; cut++) {
      const text = block("a") + block("b").slice(0, cut);
      expect(interpret(text)).toEqual({ at: block("a").length, events: [{ event: "message", data: "a" }] });
    }
  });

  test("are no larger than an event may be", () => {
    const size = block("ab").length - 3;
    expect(interpret(block("ab"), 0, { maxEventBytes: size }).events).toHaveLength(1);
    expect(() => interpret(block("ab"), 0, { maxEventBytes: size - 1 })).toThrow(
      expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }),
    );
  });
});
