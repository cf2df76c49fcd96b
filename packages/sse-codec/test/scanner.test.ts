import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import type { ServerSentEvent } from "../src/event.ts";
import type { ScanOptions } from "../src/limits.ts";
import { createEventScanner } from "../src/scanner.ts";
import { cutEvery } from "./cuts.ts";
import { scanAll } from "./faces.ts";
import type { Reading } from "./model.ts";

const encoder = new TextEncoder();

/** The events of a stream, the same as bytes and as text, whole and unit by unit. */
function scan(stream: string, options: ScanOptions = {}): ServerSentEvent[] {
  const bytes = encoder.encode(stream);
  const all = [[bytes], cutEvery(bytes, 1), [stream], cutEvery(stream, 1)].map((chunks) =>
    scanAll(chunks, options).events.map(withoutLastEventId),
  );
  for (const events of all) expect(events).toEqual(all[0]);
  return all[0] ?? [];
}

function withoutLastEventId(event: Reading["events"][number]): ServerSentEvent {
  const { lastEventId, ...own } = event;
  expect(typeof lastEventId).toBe("string");
  return own;
}

describe("createEventScanner", () => {
  verifies(
    ["sse.line.lone-cr", "sse.line.endings"],
    "dispatches at the earliest byte that completes an event",
    () => {
      for (const [stream, counts] of [
        ["data: a\n\n", [0, 0, 0, 0, 0, 0, 0, 0, 1]],
        ["data: a\r\r", [0, 0, 0, 0, 0, 0, 0, 0, 1]],
        ["data: a\r\n\r\n", [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]],
        ["data: a\n\r\ndata: b\r\r", [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]],
      ] as const) {
        for (const units of [
          [...encoder.encode(stream)].map((byte) => Uint8Array.of(byte)),
          stream.split(""),
        ]) {
          const events: ServerSentEvent[] = [];
          const scanner = createEventScanner({ onEvent: (event) => events.push(event) });
          const seen = units.map((unit) => {
            scanner.push(unit);
            return events.length;
          });
          expect(seen).toEqual(counts);
        }
      }
    },
  );

  verifies("sse.event.unnamed", "leaves out what the block did not carry", () => {
    expect(Object.keys(scan("data: x\n\n")[0] ?? {})).toEqual(["data"]);
    expect(Object.keys(scan("event: a\nevent:\ndata: x\n\n")[0] ?? {})).toEqual(["data"]);
    expect(scan("id:\nretry: 5\nevent: e\ndata: x\n\ndata: y\n\n")).toEqual([
      { event: "e", data: "x", id: "", retry: 5 },
      { data: "y" },
    ]);
  });

  verifies(
    ["sse.data.join", "sse.data.join-across"],
    "joins data lines by LF, across comments and other fields",
    () => {
      expect(scan("data: a\n: c\nevent: e\ndata: b\nfoo: x\ndata\n\n")).toEqual([
        { event: "e", data: "a\nb\n" },
      ]);
    },
  );

  verifies("sse.field.one-space", "removes one leading space, and no other white space", () => {
    expect(scan("data:  x\t \nevent:\te\n\n")).toEqual([{ event: "\te", data: " x\t " }]);
  });

  verifies(["sse.field.unknown", "sse.comment.ignored"], "ignores unknown fields and comments", () => {
    expect(scan(":data: a\nDATA: b\ndata : c\ndatas: d\n data: e\ndata: f\n\n")).toEqual([{ data: "f" }]);
  });

  verifies("sse.comment.observed", "hands comments to onComment, without their space", () => {
    const comments: string[] = [];
    createEventScanner({ onEvent() {}, onComment: (comment) => comments.push(comment) }).push(
      ": ping\n:\n:  x:y\n",
    );
    expect(comments).toEqual(["ping", "", " x:y"]);
  });

  verifies("sse.retry.digits", "calls onRetry at the line, with digits only, and never past 2^53-1", () => {
    const retries: number[] = [];
    const scanner = createEventScanner({ onEvent() {}, onRetry: (ms) => retries.push(ms) });
    scanner.push("retry: 1000\nretry: 1x\nretry:\nretry\nretry: ١\nretry: -1\nretry: 1e3\n");
    expect(retries).toEqual([1000]);
    scanner.push(`retry: 007\nretry: ${"9".repeat(400)}\n`);
    expect(retries).toEqual([1000, 7, Number.MAX_SAFE_INTEGER]);
  });

  verifies(["sse.id.null", "sse.id.persists"], "keeps the last event ID, and ignores one with U+0000", () => {
    const seen: string[] = [];
    const scanner = createEventScanner({ onEvent: () => seen.push(scanner.lastEventId) });
    expect(scanner.lastEventId).toBe("");
    scanner.push("id: 1\ndata\n\ndata\n\nid: 2\0\ndata\n\nid\ndata\n\n");
    expect(seen).toEqual(["1", "1", "1", ""]);
  });

  verifies(
    ["sse.dispatch.no-data", "sse.dispatch.no-data-sets-id"],
    "takes the id of a block without data",
    () => {
      const told: string[] = [];
      const scanner = createEventScanner({
        onEvent: () => told.push("event"),
        onLastEventId: (id) => told.push(id),
        lastEventId: "0",
      });
      expect(scanner.lastEventId).toBe("0");
      scanner.push("event: e\nid: 9\n");
      expect(scanner.lastEventId).toBe("0");
      scanner.push("\ndata: x\nid: 10\n\n");
      expect(told).toEqual(["9", "10", "event"]);
      expect(scanner.lastEventId).toBe("10");
    },
  );

  verifies("sse.end.discard", "discards what has no blank line at the end, its id too", () => {
    for (const rest of ["data: x", "data: x\n", "id: 2\ndata: x\r", "id: 2"]) {
      const reading = scanAll([`id: 1\ndata: a\n\n${rest}`]);
      expect([reading.events.length, reading.lastEventId]).toEqual([1, "1"]);
    }
  });

  verifies(
    "sse.end.dispatch-incomplete",
    "dispatches it under dispatchIncomplete, an unterminated line included",
    () => {
      const options = { dispatchIncomplete: true };
      expect(scan("data: x\ndata: y", options)).toEqual([{ data: "x\ny" }]);
      expect(scan("data: x\n", options)).toEqual([{ data: "x" }]);
      expect(scan("data: x\r\n", options)).toEqual([{ data: "x" }]);
      expect(scan("data", options)).toEqual([{ data: "" }]);
      expect(scan("data: x\n\n", options)).toEqual([{ data: "x" }]);
      expect(scan("event: x\n", options)).toEqual([]);
      expect(scan("\uFEFF", options)).toEqual([]);
      expect(scanAll(["id: 7"], options).lastEventId).toBe("7");
      expect(scanAll([Uint8Array.of(0xef, 0xbb)], options).events).toEqual([]);
    },
  );

  verifies("sse.field.no-colon", "takes a line without a colon for a field without a value", () => {
    expect(scan("data\n\nevent\nid\ndata\ndata\nnonsense\n\n")).toEqual([
      { data: "" },
      { data: "\n", id: "" },
    ]);
  });

  verifies("sse.strict", "refuses a line without a colon under strict, after the events before it", () => {
    for (const line of ["nonsense", "data", "event", "id", "retry", "d", "\uFEFF"]) {
      for (const unit of [1, 1000]) {
        const events: ServerSentEvent[] = [];
        const scanner = createEventScanner({ strict: true, onEvent: (event) => events.push(event) });
        const push = () => {
          for (const piece of cutEvery(`data: a\n: c\n\n${line}\ndata: b\n\n`, unit)) scanner.push(piece);
        };
        expect(push).toThrow(expect.objectContaining({ code: "ERR_SSE_MALFORMED_LINE" }));
        expect(events).toEqual([{ data: "a" }]);
      }
    }
    expect(scan("x:\n:\ndata:\nid:\n\n", { strict: true })).toEqual([{ data: "", id: "" }]);
    expect(scan("data: a\n\nnonsense", { strict: true })).toEqual([{ data: "a" }]);
    const scanner = createEventScanner({ strict: true, dispatchIncomplete: true, onEvent() {} });
    scanner.push("nonsense");
    expect(() => scanner.end()).toThrow(expect.objectContaining({ code: "ERR_SSE_MALFORMED_LINE" }));
  });

  test("takes views of larger buffers, and large chunks", () => {
    const bytes = encoder.encode(`data: no\n\ndata: ${"é".repeat(200_000)}\n\ndata: y\n\ndata: no\n\n`);
    const events: ServerSentEvent[] = [];
    createEventScanner({ onEvent: (event) => events.push(event) }).push(bytes.subarray(10, -10));
    expect(events).toEqual([{ data: "é".repeat(200_000) }, { data: "y" }]);
  });
});

describe("an event scanner", () => {
  test("refuses a chunk of another kind with a TypeError, and goes on with its own", () => {
    for (const [own, other] of [["data: x\n\n", encoder.encode("data: y\n\n")] as const]) {
      for (const [first, second] of [
        [own, other],
        [other, own],
      ] as const) {
        const events: ServerSentEvent[] = [];
        const scanner = createEventScanner({ onEvent: (event) => events.push(event) });
        scanner.push(first);
        expect(() => scanner.push(second)).toThrow(TypeError);
        scanner.push(first);
        expect(events).toHaveLength(2);
      }
    }
  });

  test.each([null, undefined, 7, [1], new ArrayBuffer(1), new Uint16Array(1)])(
    "refuses %o as a chunk",
    (chunk) => {
      const scanner = createEventScanner({ onEvent() {} });
      expect(() => scanner.push(chunk as unknown as Uint8Array)).toThrow(TypeError);
    },
  );

  test("refuses a push after its end, which may come twice", () => {
    const events: ServerSentEvent[] = [];
    const scanner = createEventScanner({ dispatchIncomplete: true, onEvent: (event) => events.push(event) });
    scanner.push("data: x");
    scanner.end();
    scanner.end();
    expect(() => scanner.push("")).toThrow(TypeError);
    expect(events).toHaveLength(1);
  });

  verifies("sse.scan.terminal", "throws its error again at every push, and dispatches nothing more", () => {
    const events: ServerSentEvent[] = [];
    const scanner = createEventScanner({ maxEventBytes: 10, onEvent: (event) => events.push(event) });
    const failures = ["data: 1\n\ndata: 22222\ndata: 3\n\n", "data: 4\n\n", ""].map((chunk) =>
      failureOf(() => scanner.push(chunk)),
    );
    expect(failures[0]).toMatchObject({ code: "ERR_SSE_EVENT_TOO_LARGE" });
    expect(failures[1]).toBe(failures[0]);
    expect(failures[2]).toBe(failures[0]);
    scanner.end();
    expect(failureOf(() => scanner.push(""))).toBe(failures[0]);
    expect(events).toEqual([{ data: "1" }]);
  });

  test.each(["onEvent", "onComment", "onRetry", "onLastEventId"] as const)(
    "passes on what %s throws, whatever it is, and stays failed",
    (name) => {
      for (const thrown of [new Error("mine"), undefined, 0]) {
        const scanner = createEventScanner({
          onEvent() {},
          [name]: () => {
            throw thrown;
          },
        });
        const push = () => scanner.push("retry: 1\n: c\nid: 1\ndata: x\n\n");
        const failures: unknown[] = [];
        for (let turn = 0; turn < 2; turn++) {
          try {
            push();
            failures.push("nothing");
          } catch (error) {
            failures.push(error);
          }
        }
        expect(failures).toEqual([thrown, thrown]);
      }
    },
  );

  test("refuses to be pushed or ended from its own callback", () => {
    for (const method of ["push", "end"] as const) {
      const inside: unknown[] = [];
      const events: ServerSentEvent[] = [];
      const scanner = createEventScanner({
        onEvent(event) {
          events.push(event);
          inside.push(failureOf(() => (method === "push" ? scanner.push("data: y\n\n") : scanner.end())));
        },
      });
      scanner.push("data: x\n\n");
      scanner.push("data: z\n\n");
      expect(inside).toEqual([expect.any(TypeError), expect.any(TypeError)]);
      expect(events).toEqual([{ data: "x" }, { data: "z" }]);
    }
  });

  test("is a RangeError to create with a limit that is none", () => {
    expect(() => createEventScanner({ onEvent() {}, maxEventBytes: 0 })).toThrow(RangeError);
  });
});

function failureOf(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
