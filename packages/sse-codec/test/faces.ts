// The three ways to scan a stream, each giving the same account of what came out.

import type { ServerSentEvent } from "../src/event.ts";
import type { ScanOptions } from "../src/limits.ts";
import { scanEvents } from "../src/scan-events.ts";
import { createEventScanner } from "../src/scanner.ts";
import { EventScannerStream } from "../src/streams.ts";
import type { Reading } from "./model.ts";

type Chunk = Uint8Array | string;

/** An empty account, and the callbacks that fill it. */
function open(): { reading: Reading; seen: (event: ServerSentEvent) => void; observers: ScanOptions } {
  const reading: Reading = { events: [], comments: [], retries: [], lastEventId: "" };
  return {
    reading,
    seen: (event) =>
      reading.events.push({ ...event, lastEventId: reading.lastEventId } as Reading["events"][number]),
    observers: {
      onComment: (comment) => reading.comments.push(comment),
      onRetry: (retry) => reading.retries.push(retry),
      onLastEventId: (id) => {
        reading.lastEventId = id;
      },
    },
  };
}

export function scanAll(chunks: Iterable<Chunk>, options: ScanOptions = {}): Reading {
  const { reading, seen, observers } = open();
  const scanner = createEventScanner({
    ...observers,
    ...options,
    onEvent: (event) => {
      if (scanner.lastEventId !== reading.lastEventId)
        throw new Error("lastEventId is not yet that of the event");
      seen(event);
    },
  });
  for (const chunk of chunks) scanner.push(chunk);
  scanner.end();
  reading.lastEventId = scanner.lastEventId;
  return reading;
}

/** Without the `lastEventId` of each event: events are taken after their chunk was scanned. */
export async function iterateAll(chunks: readonly Chunk[], options: ScanOptions = {}): Promise<Reading> {
  const { reading, seen, observers } = open();
  const source = (async function* () {
    yield* chunks;
  })();
  for await (const event of scanEvents(source, { ...observers, ...options })) seen(event);
  return reading;
}

/** Without the `lastEventId` of each event, as {@link iterateAll}. */
export async function pipeAll(chunks: readonly Chunk[], options: ScanOptions = {}): Promise<Reading> {
  const { reading, seen, observers } = open();
  const source = streamOf(chunks).pipeThrough(new EventScannerStream({ ...observers, ...options }));
  const reader = source.getReader();
  for (let result = await reader.read(); !result.done; result = await reader.read()) seen(result.value);
  return reading;
}

/** A stream that gives its chunks one at a time, when asked. */
export function streamOf<T>(chunks: readonly T[]): ReadableStream<T> {
  let next = 0;
  return new ReadableStream<T>(
    {
      pull(controller) {
        const chunk = chunks[next++];
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
}

/** A reading as one string, to be compared a hundred thousand times. */
export function account(reading: Reading, withIds = true): string {
  const events = reading.events.map(({ event, data, id, retry, lastEventId }) => [
    event,
    data,
    id,
    retry,
    withIds ? lastEventId : "",
  ]);
  return JSON.stringify([events, reading.comments, reading.retries, reading.lastEventId]);
}
