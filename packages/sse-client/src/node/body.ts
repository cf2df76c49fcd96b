// The body of an answer: decoded as its Content-Encoding says, handed over as it comes.

import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { CloseReason } from "@mcp-sse/jsonrpc";
import type { BodyFlow, BodySink } from "../http.ts";
import { createDecoders } from "./content-encoding.ts";

/** A body that is handed over. */
export interface NodeBody extends BodyFlow {
  /** Ends it: nothing more is received or decoded, and its sink is told nothing. */
  destroy(): void;
}

/**
 * Hands a body over.
 *
 * What was received before the message broke is handed over first, also when it was paused then, or not
 * decoded yet.
 *
 * @throws {@link SseClientError} `ERR_SSE_CONTENT_TYPE` for an encoding that is not read here.
 */
export function readBody(message: IncomingMessage, sink: BodySink): NodeBody {
  const decoders = createDecoders(message.headers["content-encoding"]);
  const source = decoders.reduce<Readable>((from, decoder) => from.pipe(decoder), message);
  const [decoder] = decoders;
  let broken: CloseReason | undefined;
  let ended = false;

  let held: Uint8Array[] = [];

  // A server that writes each event by itself fills a packet with chunks: together they are read at the cost of one.
  function onData(chunk: Uint8Array): void {
    if (held.push(chunk) === 1) queueMicrotask(handOver);
  }

  function handOver(): void {
    const chunks = held;
    held = [];
    if (!ended && chunks.length > 0)
      sink.chunk(chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks));
  }

  function finish(reason: CloseReason): void {
    handOver();
    if (ended) return;
    ended = true;
    sink.end(broken ?? reason);
  }

  function onBreak(cause: unknown): void {
    if (ended || broken !== undefined) return;
    broken = { code: "network", cause };
    message.off("data", onData);
    message.unpipe();
    // A message that breaks drops what it holds, unless it is taken out now.
    for (let chunk = message.read(); chunk !== null; chunk = message.read()) {
      if (decoder === undefined) onData(chunk);
      else decoder.write(chunk);
    }
    if (decoder === undefined) finish(broken);
    else decoder.end();
  }

  source.on("data", onData);
  source.once("end", () => finish({ code: "peer" }));
  message.once("aborted", () => onBreak(message.errored ?? undefined));
  message.on("error", onBreak);
  message.once("close", () => message.readableEnded || onBreak(undefined));
  for (const each of decoders) each.on("error", (cause) => finish({ code: "protocol", cause }));
  return {
    pause: () => source.pause(),
    resume: () => source.resume(),
    destroy() {
      ended = true;
      // Each of them: what one has taken in can be the next one's work for hours.
      for (const each of [message, ...decoders]) each.destroy();
    },
  };
}
