// Two peers keep their scanner in a file of their own, without types and outside their exports.

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

interface UndiciEvent {
  readonly type: string;
  readonly options: { readonly data: string };
}

/** undici's Transform, called directly: the cost of a Node stream is spared. */
export function undiciEventStream(onEvent: (event: UndiciEvent) => void): (chunk: Uint8Array) => void {
  const { EventSourceStream } = require("undici/lib/web/eventsource/eventsource-stream.js");
  const stream = new EventSourceStream({
    push(event: UndiciEvent) {
      onEvent(event);
      return true;
    },
  });
  return (chunk) => {
    stream._transform(
      Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength),
      "buffer",
      (error?: Error) => {
        if (error) throw error;
      },
    );
  };
}

/** What `fetchEventSource` does with the chunks of a body. */
export function fetchEventSourceParse(
  onMessage: (message: { readonly event: string; readonly data: string }) => void,
): (chunk: Uint8Array) => void {
  const { getLines, getMessages } = require("@microsoft/fetch-event-source/lib/cjs/parse.js");
  return getLines(getMessages(ignore, ignore, onMessage));
}

function ignore(): undefined {}
