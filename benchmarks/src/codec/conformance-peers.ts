// The scanners again, for what they read and not for how fast: each as its users drive it.

import { createEventScanner } from "@mcp-sse/sse-codec";
import { createParser } from "eventsource-parser";
import { createParser as createParser3 } from "eventsource-parser-3";
import { _iterSSEMessages } from "openai/core/streaming";
import { fetchEventSourceParse, undiciEventStream } from "./untyped.ts";
import type { VectorEvent } from "./vectors.ts";

export interface ConformancePeer {
  readonly name: string;
  read(chunks: readonly Uint8Array[]): VectorEvent[] | Promise<VectorEvent[]>;
}

function readParser(create: typeof createParser): ConformancePeer["read"] {
  return (chunks) => {
    const events: VectorEvent[] = [];
    const parser = create({ onEvent: ({ event, data }) => events.push({ type: event ?? "message", data }) });
    const decoder = new TextDecoder();
    for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
    return events;
  };
}

export const CONFORMANCE_PEERS: readonly ConformancePeer[] = [
  {
    name: "@mcp-sse/sse-codec",
    read(chunks) {
      const events: VectorEvent[] = [];
      const scanner = createEventScanner({
        onEvent: ({ event, data }) => events.push({ type: event ?? "message", data }),
      });
      for (const chunk of chunks) scanner.push(chunk);
      scanner.end();
      return events;
    },
  },
  { name: "eventsource-parser 4.1.3", read: readParser(createParser) },
  { name: "eventsource-parser 3.1.1", read: readParser(createParser3) },
  {
    name: "undici 7.30.2 EventSourceStream",
    read(chunks) {
      const events: VectorEvent[] = [];
      const push = undiciEventStream(({ type, options }) => events.push({ type, data: options.data }));
      for (const chunk of chunks) push(chunk);
      return events;
    },
  },
  {
    name: "@microsoft/fetch-event-source 2.0.1",
    read(chunks) {
      const events: VectorEvent[] = [];
      const push = fetchEventSourceParse(({ event, data }) =>
        events.push({ type: event || "message", data }),
      );
      for (const chunk of chunks) push(chunk);
      return events;
    },
  },
  {
    name: "openai 6.30.1 decoder",
    async read(chunks) {
      const events: VectorEvent[] = [];
      const body = (async function* () {
        yield* chunks;
      })();
      const messages = _iterSSEMessages({ body } as unknown as Response, new AbortController());
      for await (const { event, data } of messages) events.push({ type: event || "message", data });
      return events;
    },
  },
];
