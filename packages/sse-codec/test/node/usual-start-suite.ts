// What both loops over lines promise that know how blocks usually start.

import { describe, expect, test } from "vitest";
import { Fields } from "../../src/fields.ts";
import { resolveScanOptions } from "../../src/limits.ts";
import { noteUnusual, usual } from "../../src/node/usual-start.ts";

/** Interprets the complete lines of a text from `at` on, and tells where the rest starts. */
type Interpret = (fields: Fields, text: string, at: number) => number;

export function usualStartSuite(name: string, interpret: Interpret): void {
  describe.each([
    ["one", 0],
    ["many bytes", 2000],
  ])(`${name}: a block that starts as usual, in a chunk of %s`, (_, before) => {
    function read(text: string, maxEventBytes = 100): { told: unknown[]; rest: string; room: number } {
      while (usual.event !== "e") noteUnusual("e");
      const told: unknown[] = [];
      const fields = new Fields((event) => told.push(event), resolveScanOptions({ maxEventBytes }));
      const rest = text.slice(interpret(fields, "x".repeat(before) + text, before) - before);
      return { told, rest, room: fields.room };
    }

    const [a, b] = ["a", "b"].map((data) => ({ event: "e", data }));
    test.each<[text: string, want: unknown[], rest: string]>([
      ["event: e\ndata: a\n\nevent: e\ndata: b\n\n", [a, b], ""],
      [
        "event: e\ndata: a\n\nevent: f\ndata: x\n\nevent: e\ndata: b\n\n",
        [a, { event: "f", data: "x" }, b],
        "",
      ],
      ["event: e\ndata: a\ndata: b\n\nevent: e\ndata: b\n\n", [{ event: "e", data: "a\nb" }, b], ""],
      ["event: e\ndata: a\nid: 1\n\n", [{ ...a, id: "1" }], ""],
      ["id: 1\nevent: e\ndata: a\n\nevent: e\ndata: b\n\n", [{ ...a, id: "1" }, b], ""],
      ["data: x\nevent: e\ndata: y\n\n", [{ event: "e", data: "x\ny" }], ""],
      ["retry: 1\nevent: e\ndata: a\n\nevent: e\ndata: b\n\n", [{ ...a, retry: 1 }, b], ""],
      ["event: f\nevent: e\ndata: a\n\n", [a], ""],
      ["event: e\ndata: a\nevent:\n\n", [{ data: "a" }], ""],
      ["event: e\ndata: a\n\nevent: e\ndata: b", [a], "data: b"],
      ["event: e\ndata: a\n\nevent: e\ndata: ", [a], "data: "],
      ["event: e\ndata: a\n\nevent: e\ndata", [a], "data"],
      ["event: e\ndata: \n\n", [{ event: "e", data: "" }], ""],
      ["event: e\ndata: a\n", [], ""],
    ])("is read in %j: %j, and %j is left", (text, want, rest) => {
      expect(read(text)).toMatchObject({ told: want, rest });
    });

    test("keeps its event type when a scan within its callback learns another one", () => {
      while (usual.event !== "e") noteUnusual("e");
      const told: unknown[] = [];
      const fields = new Fields((event) => {
        told.push(event);
        while (usual.event !== "other") noteUnusual("other");
      }, resolveScanOptions({}));
      const text = `${"x".repeat(before)}event: e\ndata: a\n\nevent: e\ndata: b\n\nevent: other\ndata: c\n\n`;
      interpret(fields, text, before);
      expect(told).toEqual([a, b, { event: "other", data: "c" }]);
    });

    test("counts both of its lines, and no line end", () => {
      expect(read("event: e\ndata: a\n").room).toBe(100 - 15);
      expect(read("id: 1\nevent: e\ndata: a\n").room).toBe(100 - 20);
      expect(read("event: e\ndata: a\n\n").room).toBe(100);
      for (const text of ["event: e\ndata: a\n\n", "event: e\ndata: a\n", "event: e\ndata: a\ndata:\n\n"]) {
        const size = text.replaceAll("\n", "").length;
        expect(() => read(text, size)).not.toThrow();
        expect(() => read(text, size - 1)).toThrow(
          expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }),
        );
      }
    });
  });
}
