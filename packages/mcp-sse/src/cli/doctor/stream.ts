// One event stream, looked at: which events came, and when.

import { createEventScanner, type ServerSentEvent } from "@mcp-sse/sse-codec";
import type { ClientSettings } from "../client/settings.ts";
import { startTimer } from "../client/timer.ts";
import { decoded } from "./decoded.ts";
import { type Probe, type ProbeOptions, probe } from "./http.ts";

/** Events that are kept: more than any check causes. What a server sends beyond is let go. */
export const MAX_EVENTS = 1_000;

/** An event with its time, in ms since the GET was sent. */
export interface TimedEvent {
  readonly event: ServerSentEvent;
  readonly atMs: number;
}

/** A stream that is read. */
export interface WatchedStream {
  readonly head: Probe;
  /** Set when the stream has ended: how. */
  readonly ended: string | undefined;
  readonly comments: number;
  /** The first event that fits, past or to come; `undefined` after `ms`, or when the stream ended before. */
  event(fits: (event: ServerSentEvent) => boolean, ms: number): Promise<TimedEvent | undefined>;
  /** Settles when the stream ends, or after `ms`. */
  watch(ms: number): Promise<void>;
  close(): void;
}

/** Opens a stream; its answer may be any, and is decoded where it can be. @throws what {@link probe} throws. */
export async function openStream(
  settings: ClientSettings,
  options: ProbeOptions = {},
): Promise<WatchedStream> {
  const started = performance.now();
  const head = await probe(settings, options);
  const events: TimedEvent[] = [];
  const watchers = new Set<() => void>();
  let comments = 0;
  let ended: string | undefined;
  const changed = (): void => {
    for (const watcher of [...watchers]) watcher();
  };
  const scanner = createEventScanner({
    onEvent: (event) => {
      if (events.length < MAX_EVENTS) events.push({ event, atMs: performance.now() - started });
    },
    onComment: () => {
      comments += 1;
    },
  });
  const { response } = head;
  const body = decoded(response);
  body?.on("data", (chunk: Buffer) => {
    try {
      scanner.push(chunk);
    } catch {
      head.close();
    }
    changed();
  });
  if (body === undefined) response.resume();
  const source = body ?? response;
  source.once("close", () => {
    if (source !== response && source.errored) ended = "it is not encoded as its Content-Encoding says";
    else ended = response.complete ? "the server ended it" : "the connection broke";
    changed();
  });

  function until<T>(find: () => T | undefined, ms: number): Promise<T | undefined> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = find();
        if (found !== undefined || ended !== undefined) settle(found);
      };
      const settle = (found: T | undefined): void => {
        clearTimeout(timer);
        watchers.delete(look);
        resolve(found);
      };
      const timer = startTimer(() => settle(undefined), ms);
      watchers.add(look);
      look();
    });
  }

  return {
    head,
    get ended() {
      return ended;
    },
    get comments() {
      return comments;
    },
    event: (fits, ms) => until(() => events.find(({ event }) => fits(event)), ms),
    async watch(ms) {
      await until(() => undefined, ms);
    },
    close: () => head.close(),
  };
}

/** Whether an event answers the request with this id. */
export function answers(id: string): (event: ServerSentEvent) => boolean {
  return ({ data }) => {
    try {
      return (JSON.parse(data) as { readonly id?: unknown }).id === id;
    } catch {
      return false;
    }
  };
}
