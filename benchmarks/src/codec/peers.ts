// The scanners that people use today, each driven as its users drive it: bytes in, events out.

import { createEventScanner, type ServerSentEvent } from "@mcp-sse/sse-codec";
import { createParser } from "eventsource-parser";
import { createParser as createParser3 } from "eventsource-parser-3";
import { _iterSSEMessages } from "openai/core/streaming";
import { fetchEventSourceParse, undiciEventStream } from "./untyped.ts";

/** Counts what a consumer would read. The middle character is read, so that no rope goes unpaid. */
class Tally {
  sum = 0;
  add(data: string): undefined {
    this.sum += 1 + data.length + (data.charCodeAt(data.length >> 1) || 0);
  }
}

export interface ScannerPeer {
  readonly name: string;
  /** Its time grows with the square of an event: it is not run on those of 16 MiB. */
  readonly quadratic?: boolean;
  scan(chunks: readonly Uint8Array[]): number | Promise<number>;
}

export interface TextPeer {
  readonly name: string;
  scan(chunks: readonly string[]): number;
}

function scanOurs(chunks: readonly (Uint8Array | string)[]): number {
  const tally = new Tally();
  const scanner = createEventScanner({
    onEvent: (event: ServerSentEvent) => tally.add(event.data),
    maxEventBytes: Infinity,
  });
  for (const chunk of chunks) scanner.push(chunk);
  scanner.end();
  return tally.sum;
}

function scanParser(create: typeof createParser): (chunks: readonly Uint8Array[]) => number {
  return (chunks) => {
    const tally = new Tally();
    const parser = create({ onEvent: (event) => tally.add(event.data) });
    const decoder = new TextDecoder();
    for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
    return tally.sum;
  };
}

/** All that take bytes; ours first. */
export const BYTE_PEERS: readonly ScannerPeer[] = [
  { name: "@mcp-sse/sse-codec", scan: scanOurs },
  { name: "eventsource-parser 4.1.3", scan: scanParser(createParser) },
  { name: "eventsource-parser 3.1.1", scan: scanParser(createParser3) },
  {
    name: "undici 7.30.2 EventSourceStream",
    scan(chunks) {
      const tally = new Tally();
      const stream = undiciEventStream((event) => tally.add(event.options.data));
      for (const chunk of chunks) stream(chunk);
      return tally.sum;
    },
  },
  {
    name: "@microsoft/fetch-event-source 2.0.1",
    quadratic: true,
    scan(chunks) {
      const tally = new Tally();
      // It hands out a message for every blank line, those of comments too.
      const push = fetchEventSourceParse((message) => {
        if (message.data !== "") tally.add(message.data);
      });
      for (const chunk of chunks) push(chunk);
      return tally.sum;
    },
  },
  {
    name: "openai 6.30.1 decoder",
    quadratic: true,
    async scan(chunks) {
      const tally = new Tally();
      const body = (async function* () {
        yield* chunks;
      })();
      const events = _iterSSEMessages({ body } as unknown as Response, new AbortController());
      for await (const event of events) tally.add(event.data);
      return tally.sum;
    },
  },
];

/** Those that take text, which spares them the decoder; ours first. */
export const TEXT_PEERS: readonly TextPeer[] = [
  { name: "@mcp-sse/sse-codec", scan: scanOurs },
  {
    name: "eventsource-parser 4.1.3",
    scan(chunks) {
      const tally = new Tally();
      const parser = createParser({ onEvent: (event) => tally.add(event.data) });
      for (const chunk of chunks) parser.feed(chunk);
      return tally.sum;
    },
  },
];
