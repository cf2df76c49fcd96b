// What the writer writes, the scanner reads: the same fields, or the writer refused.

import { describe, expect, test } from "vitest";
import { encodeEvent } from "../src/encode.ts";
import { EventStreamError } from "../src/errors.ts";
import type { ServerSentEvent } from "../src/event.ts";
import { createEventScanner } from "../src/scanner.ts";
import { cutAt } from "./cuts.ts";
import { below, createRandom, pick, randomPlaces, repeatOf, seedOf } from "./random.ts";

const SEED = seedOf();
const REPEAT = repeatOf(SEED);
const TIMEOUT_MS = 600_000;
const random = createRandom(SEED);
const encoder = new TextEncoder();
const WORDS =
  "a : data: event: é 漢 😀 \uD800 \uDC00 \uFEFF \u2028 \u0085 \t \v \0 \n \r \r\n id {} 0 " +
  "a-rather-long-piece-of-text-without-any-surprise";
const PIECES = [" ", ...WORDS.split(" ")] as [string, ...string[]];

function randomText(): string {
  return Array.from({ length: below(random, 6) }, () =>
    random() < 0.3 ? randomUnits() : pick(random, PIECES),
  ).join("");
}

/** Any UTF-16 units at all, half of them of one kind: ASCII, Latin-1, surrogates. */
function randomUnits(): string {
  const [from, count] = pick<readonly [number, number]>(random, [
    [0, 0x80],
    [0, 0x100],
    [0xd800, 0x800],
    [0, 0x10000],
    [0, 0x10000],
    [0, 0x10000],
  ]);
  return String.fromCharCode(
    ...Array.from({ length: 1 + below(random, 8) }, () => from + below(random, count)),
  );
}

function randomEvent(): { -readonly [K in keyof ServerSentEvent]: ServerSentEvent[K] } {
  const event: { event?: string; data: string; id?: string; retry?: number } = { data: randomText() };
  if (random() < 0.5) event.event = randomText();
  if (random() < 0.5) event.id = randomText();
  if (random() < 0.3) event.retry = pick(random, [0, 1, 3000, 2 ** 53 - 1, 2 ** 53, -1, 0.5, Number.NaN]);
  return event;
}

/** Writes and reads that many random events. */
export function roundTripSuite(count: number): void {
  describe("an event", () => {
    test(
      `comes back from the wire as it was, or is refused: ${REPEAT}`,
      () => {
        let refused = 0;
        for (let index = 0; index < count; index++) {
          const event = randomEvent();
          const how = `VITE_TEST_SEED=${SEED}, event ${index}: ${JSON.stringify(event)}`;
          let block: string;
          try {
            block = encodeEvent(event);
          } catch (error) {
            refused++;
            expect(error, how).toBeInstanceOf(EventStreamError);
            expect(isWritable(event), how).toBe(false);
            continue;
          }
          if (!isWritable(event)) expect.fail(how);
          const bytes = encoder.encode(block);
          expect(scan(cutAt(bytes, randomPlaces(random, bytes.length, 4))), how).toEqual([
            asRead(event, wellFormed),
          ]);
          same(
            scan(cutAt(block, randomPlaces(random, block.length, 4))),
            [asRead(event, (text) => text)],
            how,
          );
        }
        expect(refused).toBeGreaterThan(count / 20);
        expect(refused).toBeLessThan(count / 1.5);
      },
      TIMEOUT_MS,
    );
  });
}

/** An expectation costs more than the scan: one is made only where it will fail. */
function same(got: ServerSentEvent[], want: ServerSentEvent[], how: string): void {
  const plain = ({ event, data, id, retry }: ServerSentEvent) => [event, data, id, retry];
  if (JSON.stringify(got.map(plain)) !== JSON.stringify(want.map(plain))) expect(got, how).toEqual(want);
}

function isWritable({ event = "", id = "", retry = 0 }: ServerSentEvent): boolean {
  return !/[\r\n]/.test(event) && !/[\r\n\0]/.test(id) && Number.isSafeInteger(retry) && retry >= 0;
}

/** Line breaks in data are read as LF, an empty event type as none. */
function asRead(
  { event, data, id, retry }: ServerSentEvent,
  text: (text: string) => string,
): ServerSentEvent {
  return {
    data: text(data.replace(/\r\n|\r/g, "\n")),
    ...(event ? { event: text(event) } : {}),
    ...(id === undefined ? {} : { id: text(id) }),
    ...(retry === undefined ? {} : { retry }),
  };
}

/** A surrogate without its other half is U+FFFD in UTF-8. */
function wellFormed(text: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(encoder.encode(text));
}

function scan(chunks: readonly (Uint8Array | string)[]): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const scanner = createEventScanner({ onEvent: (event) => events.push(event) });
  for (const chunk of chunks) scanner.push(chunk);
  scanner.end();
  return events;
}
