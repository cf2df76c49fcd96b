// The body of an answer: decoded as its Content-Encoding says, handed over as it comes.

import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import type { CloseReason } from "@mcp-sse/jsonrpc";
import type { BodyFlow, BodySink } from "../http.ts";
import { createDecoders } from "./content-encoding.ts";

/**
 * Hands a body over.
 *
 * What was received before the message broke is handed over first, also when it was paused then.
 *
 * @throws {@link SseClientError} `ERR_SSE_CONTENT_TYPE` for an encoding that is not read here.
 */
export function readBody(message: IncomingMessage, sink: BodySink): BodyFlow {
  const decoders = createDecoders(message.headers["content-encoding"]);
  const source: Readable = decoders.at(-1) ?? message;
  let ended = false;

  function onData(chunk: Uint8Array): void {
    sink.chunk(chunk);
  }

  function finish(reason: CloseReason): void {
    if (ended) return;
    ended = true;
    // A stream that breaks drops what it holds, unless it is taken out now.
    if (reason.code !== "peer") {
      source.off("data", onData);
      for (let chunk = source.read(); chunk !== null; chunk = source.read()) sink.chunk(chunk);
    }
    sink.end(reason);
  }

  source.on("data", onData);
  source.once("end", () => finish({ code: "peer" }));
  source.once("close", () => finish({ code: "network" }));
  message.once("aborted", () => finish({ code: "network", cause: message.errored ?? undefined }));
  message.on("error", (cause) => finish({ code: "network", cause }));
  for (const decoder of decoders) decoder.on("error", (cause) => finish({ code: "protocol", cause }));
  if (decoders.length > 0) pipeline([message, ...decoders], () => {});
  return source;
}
