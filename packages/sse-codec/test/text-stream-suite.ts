// What both branches of `#text-stream` promise.

import { describe, expect, test } from "vitest";
import type { ServerSentEvent } from "../src/event.ts";
import { Fields } from "../src/fields.ts";
import { resolveScanOptions } from "../src/limits.ts";
import type * as Standard from "../src/text-stream.ts";
import { cutEvery } from "./cuts.ts";

export function textStreamSuite(branch: string, { TextStream }: typeof Standard): void {
  function open(maxEventBytes?: number): {
    chunks: Standard.TextStream;
    fields: Fields;
    events: ServerSentEvent[];
  } {
    const events: ServerSentEvent[] = [];
    const fields = new Fields((event) => events.push(event), resolveScanOptions({ maxEventBytes }));
    return { chunks: new TextStream(fields), fields, events };
  }

  describe(`TextStream, ${branch}`, () => {
    test.each([1, 5, 4095, 4096, 5000])("puts a long line together from pieces of %i units", (size) => {
      const data = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(0x61 + (at % 26))).join("");
      const { chunks, events } = open();
      for (const chunk of cutEvery(`data: ${data}\r\n\r\n`, size)) chunks.push(chunk);
      expect(events).toEqual([{ data }]);
    });

    test("knows the field of a line by its head, however small the pieces", () => {
      const { chunks, fields } = open(20);
      fields.add(11);
      for (const piece of "event:xyz") chunks.push(piece);
      expect(() => chunks.push("!")).toThrow(expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }));
    });

    test("interprets an unfinished line when told to finish", () => {
      const { chunks, fields, events } = open();
      chunks.push("da");
      chunks.push("ta: x");
      chunks.held.interpret(fields);
      chunks.held.interpret(fields);
      fields.dispatch();
      expect(events).toEqual([{ data: "x" }]);
    });

    test("holds nothing once released", () => {
      const { chunks, events } = open();
      chunks.push("data: x");
      chunks.held.release();
      chunks.push("data: y\n\n");
      expect(events).toEqual([{ data: "y" }]);
    });

    // Learned by now or not, the start of the last block is no other's.
    test.each<[chunks: string[], want: unknown[]]>([
      [
        ["data: a\n\n", "data:b\n\n", "data:\n\n"],
        [{ data: "a" }, { data: "b" }, { data: "" }],
      ],
      [
        ["event: e\ndata: a\n\n", "event: f\ndata: b\n\n", "data: c\n\n"],
        ["e a", "f b", { data: "c" }],
      ],
      [
        ["event: e\ndata: a\n\n", "event: e\ndata: a\ndata: b\n\n"],
        ["e a", "e a\nb"],
      ],
      [
        ["event: e\ndata: a\n\n", "event: e\ndata: b\n\nevent: e\ndata: c\n\n"],
        ["e a", "e b", "e c"],
      ],
      [
        ["event: e\ndata: a\n\n", "event: e\ndata: b\n", "\n"],
        ["e a", "e b"],
      ],
      [
        ["event: e\ndata: a\n\n", "event: e\ndata: b", "\n\n"],
        ["e a", "e b"],
      ],
      [
        ["event: e\ndata: a\n\n", "event: e\ndata: b\rdata: c\n\n"],
        ["e a", "e b\nc"],
      ],
      [
        ["event: e\ndata: a\n\n", "event: e\nid: 1\ndata: b\n\n"],
        ["e a", { event: "e", data: "b", id: "1" }],
      ],
      [
        ["event: e\n", "data: a\n\n", "data: b\n\n"],
        ["e a", { data: "b" }],
      ],
      [
        ["event: \ndata: a\n\n", "event: \ndata: b\n\n"],
        [{ data: "a" }, { data: "b" }],
      ],
      [["event: e\n", "event: f\ndata: a\n\n"], ["f a"]],
      [
        ["data: a\n", "data: b\n\n", "data: c\n\n"],
        [{ data: "a\nb" }, { data: "c" }],
      ],
      [
        ["id: 1\n", "data: b\n\n", "data: c\n\n"],
        [{ data: "b", id: "1" }, { data: "c" }],
      ],
      [
        ["retry: 1\n", "data: b\n\n", "data: c\n\n"],
        [{ data: "b", retry: 1 }, { data: "c" }],
      ],
      [
        ["da", "ta: a\n\n", "data: b\n\n"],
        [{ data: "a" }, { data: "b" }],
      ],
      [
        ["data: a\r", "\n", "data: b\n\n", "data: c\n\n"],
        [{ data: "a\nb" }, { data: "c" }],
      ],
      [
        ["data: a\n\r", "\ndata: b\n\n", "data: c\n\n"],
        [{ data: "a" }, { data: "b" }, { data: "c" }],
      ],
      [
        ["\uFEFFdata: a\n\n", "\uFEFFdata: b\n\n", "data: c\n\n"],
        [{ data: "a" }, { data: "c" }],
      ],
      [
        ["", "\uFEFFdata: a\n\n", "", "data: b\n\n"],
        [{ data: "a" }, { data: "b" }],
      ],
      [
        [":\n\n", "data: a\n\n", "datum: b\n\n", "data: c\n\n"],
        [{ data: "a" }, { data: "c" }],
      ],
    ])("reads %j", (pieces, want) => {
      const told = want.map((one) => {
        if (typeof one !== "string") return one;
        return { event: one.slice(0, 1), data: one.slice(2) };
      });
      for (let again = 0; again < 10; again++) {
        const { chunks, events } = open();
        for (const piece of pieces) chunks.push(piece);
        expect(events).toEqual(told);
      }
    });

    test.each(["data: 34567890", "event: 8\ndata: 0"])("lets exactly the limit pass with %j", (block) => {
      for (let again = 0; again < 10; again++) {
        const { chunks, events } = open(block.length - (block.includes("\n") ? 1 : 0));
        for (let count = 0; count < 3; count++) chunks.push(`${block}\n\n`);
        expect(events.length).toBe(3);
        expect(() => chunks.push(`${block}.\n\n`)).toThrow(
          expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }),
        );
        expect(events.length).toBe(3);
      }
    });
  });
}
