import { describe, expect, test } from "vitest";
import { createByteScanner } from "../../src/bytes/byte-scanner.ts";
import type { ServerSentEvent } from "../../src/event.ts";
import { createEventScanner } from "../../src/scanner.ts";
import { cutAt, cutEvery, placesOf } from "../cuts.ts";
import { below, createRandom, randomPlaces, repeatOf, seedOf } from "../random.ts";
import { randomStream } from "../random-stream.ts";
import { VECTORS } from "../vectors.ts";

const SEED = seedOf();
const REPEAT = repeatOf(SEED);
const STREAMS = 500;
/** Longer vectors are cut in a few places only. */
const SHORT = 400;
const bytes = (text: string) => new TextEncoder().encode(text);

type Create = (
  onEvent: (event: ServerSentEvent) => void,
  maxEventBytes: number,
) => { push(chunk: Uint8Array): void };

const guarded: Create = (onEvent, maxEventBytes) => createEventScanner({ onEvent, maxEventBytes });

/** The events of a stream, and the code of what ended it before its end. */
function outcome(create: Create, chunks: readonly Uint8Array[], maxEventBytes = 1 << 24): string {
  const events: ServerSentEvent[] = [];
  const scanner = create(({ event, data, id, retry, ...rest }) => {
    events.push({ event, data, id, retry, ...rest } as ServerSentEvent);
  }, maxEventBytes);
  let code: unknown;
  try {
    for (const chunk of chunks) scanner.push(chunk);
  } catch (error) {
    code = (error as { code?: unknown }).code;
  }
  return JSON.stringify([events, code]);
}

describe("a byte scanner", () => {
  test("gives the events that a scanner with guards gives of every vector, at every cut", () => {
    for (const { name, bytes: stream } of VECTORS) {
      const want = outcome(guarded, [stream]);
      const places = stream.length <= SHORT ? placesOf(stream.length) : [1, 2, 3, 99, 65_536];
      for (const place of places) expect(outcome(createByteScanner, cutAt(stream, [place])), name).toBe(want);
      expect(outcome(createByteScanner, cutEvery(stream, stream.length <= SHORT ? 1 : 17)), name).toBe(want);
    }
  });

  test.each([
    "data: 12\ndata: 34\ndata: 5\n\ndata: 6\n\n",
    "id: 1\nevent: e\nretry: 5\ndata: x\n\ndata: y\n\n",
    ": a comment, of which nothing is kept\ndata: 1\ndata: 2\n\n",
    "xdata: 123456789\ndatax: 123456789\nidx\nid: 1\ndata: 1\n\n",
    "retry: 1x\nretry: x1\ndata: a\n\nretry: 9007199254740993\ndata: b\n\n",
    "\n\uFEFFdata: a\n\ndata: b\n\n",
    "\uFEFFdata: 1\r\ndata: 2\r\rdata: 3\n\n",
    "\u00EFdata: a\n\ndata: b\n\n",
    "data\u2028: a\ndata: b\u2028c\n\n",
    "data: x\ny: z",
  ])("reads %j as a scanner with guards does, at every limit and cut", (text) => {
    const stream = bytes(text);
    const cuts = [...placesOf(stream.length).map((place) => cutAt(stream, [place])), cutEvery(stream, 1)];
    // Of a smaller limit the start of the stream is the exception: it may be a BOM.
    for (let limit = 3; limit <= stream.length + 1; limit++) {
      const want = outcome(guarded, [stream], limit);
      for (const chunks of cuts)
        expect(outcome(createByteScanner, chunks, limit), `limit ${limit}`).toBe(want);
    }
  });

  test("names its limit and the value in what it throws", () => {
    expect(() => createByteScanner(() => {}, 8).push(bytes("data: 123\n"))).toThrow(
      "maxEventBytes passed: 8",
    );
  });

  test(`reads random streams as a scanner with guards does, and refuses the same: ${REPEAT}`, () => {
    const random = createRandom(SEED);
    for (let index = 0; index < STREAMS; index++) {
      const stream = randomStream(random);
      const chunks = cutAt(stream, randomPlaces(random, stream.length, 6));
      // Of a smaller limit the start of the stream is the exception: it may be a BOM.
      for (const limit of [1 << 24, 3 + below(random, 60)]) {
        const want = outcome(guarded, [stream], limit);
        expect(outcome(createByteScanner, chunks, limit), `stream ${index}`).toBe(want);
        expect(outcome(createByteScanner, cutEvery(stream, 1), limit), `stream ${index}`).toBe(want);
      }
    }
  });

  test("leaves members out that an event has not", () => {
    const events: ServerSentEvent[] = [];
    const scanner = createByteScanner((event) => events.push(event), 1_000);
    scanner.push(bytes("event: a\nevent:\nid: 1\0\nretry: x\ndata\n\nevent: b\nid\nretry: 7\ndata: x\n\n"));
    expect(events).toStrictEqual([{ data: "" }, { event: "b", id: "", retry: 7, data: "x" }]);
  });

  test("does not count a BOM, wherever it is cut", () => {
    const stream = bytes("\uFEFFdata: 12\n\n");
    for (const place of placesOf(stream.length)) {
      expect(outcome(createByteScanner, cutAt(stream, [place]), 8)).toBe('[[{"data":"12"}],null]');
    }
    expect(outcome(createByteScanner, cutEvery(bytes("\uFEFF\uFEFFdata: 12\n\n"), 1))).toBe("[[],null]");
  });

  test("throws past its limit before the line ends, and what its callback throws", () => {
    const scanner = createByteScanner(() => {}, 8);
    scanner.push(bytes("data: 12\n\n"));
    expect(() => scanner.push(bytes("data: 123"))).toThrow(
      expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }),
    );
    const failure = new Error("enough");
    const failing = createByteScanner(() => {
      throw failure;
    }, 8);
    expect(() => failing.push(bytes("data: 1\n\n"))).toThrow(failure);
  });

  test("takes time in proportion to a line's length, whole and in pieces", () => {
    const line = bytes(`data: ${"x".repeat(4 * 1024 * 1024)}\n\n`);
    const events: ServerSentEvent[] = [];
    for (const size of [line.length, 1_000]) {
      const scanner = createByteScanner((event) => events.push(event), 1 << 24);
      for (const chunk of cutEvery(line, size)) scanner.push(chunk);
    }
    expect(events.map(({ data }) => data.length)).toEqual([4 * 1024 * 1024, 4 * 1024 * 1024]);
  });
});
