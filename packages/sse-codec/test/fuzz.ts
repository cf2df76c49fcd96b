// Random streams against the model and against another project's parser.

import { createParser } from "eventsource-parser";
import { describe, expect, test } from "vitest";
import { EventStreamError } from "../src/errors.ts";
import { createEventScanner } from "../src/scanner.ts";
import { cutAt, cutEvery } from "./cuts.ts";
import { account, scanAll } from "./faces.ts";
import { type Reading, readLimitModel, readModel } from "./model.ts";
import { below, createRandom, type Random, randomPlaces, repeatOf, seedOf } from "./random.ts";
import { randomStream } from "./random-stream.ts";

const SEED = seedOf();
const REPEAT = repeatOf(SEED);
const TIMEOUT_MS = 600_000;
const random: Random = createRandom(SEED);
const toText = new TextDecoder("utf-8", { ignoreBOM: true });

/** Reads that many random streams whole, and a tenth of it under a limit. */
export function fuzzSuite(streams: number): void {
  describe("a random stream", () => {
    test(
      `is read as HTML says and as eventsource-parser does, however it is cut: ${REPEAT}`,
      () => {
        for (let index = 0; index < streams; index++) {
          const bytes = randomStream(random);
          const text = toText.decode(bytes);
          const dispatchIncomplete = random() < 0.2;
          const want = account(readModel(bytes, dispatchIncomplete));
          for (const chunks of threeCuttings(bytes)) {
            same(account(scanAll(chunks, { dispatchIncomplete })), want, bytes, index);
          }
          // At random, and as servers write: a block per chunk.
          for (const chunks of [cutAt(text, randomPlaces(random, text.length, 5)), text.split(/(?<=\n\n)/)]) {
            same(account(scanAll(chunks, { dispatchIncomplete })), want, bytes, index);
          }
          // It also drops a BOM that was decoded as Latin-1.
          if (!text.startsWith("\xEF\xBB\xBF")) same(essence(scanAll([bytes])), parse(text), bytes, index);
        }
      },
      TIMEOUT_MS,
    );

    test(
      `passes a limit or fails at it, whatever the cut: ${REPEAT}`,
      () => {
        for (let index = 0; index < streams / 10; index++) {
          const bytes = randomStream(random);
          const maxEventBytes = 1 + below(random, 60);
          const want = readLimitModel(bytes, maxEventBytes);
          for (const chunks of threeCuttings(bytes)) {
            same(JSON.stringify(scanLimited(chunks, maxEventBytes)), JSON.stringify(want), bytes, index);
          }
        }
      },
      TIMEOUT_MS,
    );
  });
}

function threeCuttings(bytes: Uint8Array): Uint8Array[][] {
  return [
    [bytes],
    cutAt(bytes, randomPlaces(random, bytes.length, 6)),
    random() < 0.3 ? cutEvery(bytes, 1) : cutRagged(bytes),
  ];
}

function cutRagged(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = below(random, 40);
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

function same(got: string, want: string, bytes: Uint8Array, index: number): void {
  if (got === want) return;
  expect(
    got,
    `VITE_TEST_SEED=${SEED}, stream ${index}: ${JSON.stringify(toText.decode(bytes))} [${bytes.join()}]`,
  ).toBe(want);
}

function scanLimited(
  chunks: readonly Uint8Array[],
  maxEventBytes: number,
): { events: number; fails: boolean } {
  let events = 0;
  const scanner = createEventScanner({ maxEventBytes, onEvent: () => events++ });
  try {
    for (const chunk of chunks) scanner.push(chunk);
    scanner.end();
    return { events, fails: false };
  } catch (error) {
    if (!(error instanceof EventStreamError) || error.code !== "ERR_SSE_EVENT_TOO_LARGE") throw error;
    return { events, fails: true };
  }
}

/** What eventsource-parser tells of a stream, in the form of {@link essence}. */
function parse(text: string): string {
  const events: unknown[] = [];
  const comments: string[] = [];
  const parser = createParser({
    onEvent: ({ event, data, id }) => events.push([event, data, id]),
    onComment: (comment) => comments.push(comment),
  });
  parser.feed(text);
  // It holds a CR at the end of a chunk back until it has seen what follows.
  parser.feed("x");
  return JSON.stringify([events, comments]);
}

function essence({ events, comments }: Reading): string {
  return JSON.stringify([events.map(({ event, data, id }) => [event, data, id]), comments]);
}
