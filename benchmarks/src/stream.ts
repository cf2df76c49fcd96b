// Whole streams side by side: a body of bytes, one event per chunk, to a loop over its events.

import { type ServerSentEvent, scanEvents } from "@mcp-sse/sse-codec";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { measure, show } from "./harness.ts";
import { record } from "./record.ts";

const TARGET = 4;
const encoder = new TextEncoder();
const chunks = Array.from({ length: 2000 }, (_, n) =>
  encoder.encode(
    `event: message\ndata: {"jsonrpc":"2.0","id":${n},"result":{"text":"${"x".repeat(170)}"}}\n\n`,
  ),
);

/** A body that gives its chunks when asked, as that of a response does. */
function body(): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
}

async function drain(events: AsyncIterable<{ data: string } | ServerSentEvent>): Promise<number> {
  let sum = 0;
  for await (const { data } of events) sum += 1 + data.length;
  return sum;
}

const [ours, theirs] = await measure([
  { name: "scanEvents(body)", run: () => drain(scanEvents(body())) },
  {
    name: "TextDecoderStream + EventSourceParserStream",
    run: () => drain(body().pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())),
  },
]);
if (ours && theirs) {
  const { median, low, high } = ours.time;
  const perEvent = (ms: number): number => (ms * 1000) / chunks.length;
  const time = show({ median: perEvent(median), low: perEvent(low), high: perEvent(high) });
  const verdict = theirs.ratio.median >= TARGET ? `>= ${TARGET}` : `MISSES ${TARGET}`;
  console.log(`Node ${process.version}, one event per chunk; median [quartiles] of the ratio to ours`);
  console.log(`${ours.name}: ${time} us per event; ${theirs.name} ${show(theirs.ratio)}x  ${verdict}`);
  const workload = "one event of 230 B per chunk";
  record({
    workload,
    column: ours.name,
    unit: "us per event",
    median: perEvent(median),
    low: perEvent(low),
    high: perEvent(high),
  });
  record({
    workload,
    column: theirs.name,
    unit: "times ours",
    ...theirs.ratio,
    target: { atLeast: TARGET },
  });
}
