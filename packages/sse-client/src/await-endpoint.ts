// The first event says where to POST:
//
//     event: endpoint
//     data: /messages?sessionId=4WVKDJ
//
// Spec: MCP 2024-11-05 transports, "HTTP with SSE".

import type { CloseReason } from "@mcp-sse/jsonrpc";
import type { ServerSentEvent } from "@mcp-sse/sse-codec";
import { createByteScanner } from "#scanner";
import { networkError, SseClientError } from "./errors.ts";
import type { BodyFlow, HttpAnswer } from "./http.ts";
import { resolveUrl } from "./origin.ts";
import { ENDPOINT_EVENT } from "./wire.ts";

/** Who gets the stream once its endpoint is known. */
export interface StreamReceiver {
  /** Bytes have come; their events follow. */
  bytes?(): void;
  event(event: ServerSentEvent): void;
  end(reason: CloseReason): void;
}

/** A connection, and who is to be told what comes on its stream. */
export interface Opened<T> {
  readonly connection: T;
  readonly receiver: StreamReceiver;
}

/**
 * Reads a stream up to its endpoint, and hands everything after it to the receiver that `open` returns, if any.
 *
 * One scanner reads the whole body, and the receiver is in place before the next event is scanned: what
 * comes in the same chunk as the endpoint is not lost.
 *
 * @param base - the URL that answered the GET.
 * @param open - called once, when the endpoint is known.
 * @returns the connection that `open` returned, at once; `undefined` if none.
 * @throws {@link SseClientError} `ERR_SSE_FIRST_EVENT`, `ERR_SSE_ENDPOINT_ORIGIN`, `ERR_SSE_NO_ENDPOINT`,
 *   `ERR_SSE_NETWORK`.
 */
export function awaitEndpoint<T>(
  answer: HttpAnswer,
  base: URL,
  maxEventBytes: number,
  open: (endpoint: URL, flow: BodyFlow) => Opened<T> | undefined,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    let receiver: StreamReceiver | undefined = {
      event(event) {
        const opened = open(endpointOf(event, base), flow);
        receiver = opened?.receiver;
        resolve(opened?.connection);
      },
      end: (reason) => reject(noEndpoint(reason)),
    };
    const scanner = createByteScanner((event) => receiver?.event(event), maxEventBytes);
    const flow = answer.read({
      chunk(bytes) {
        if (!receiver) return;
        receiver.bytes?.();
        try {
          scanner.push(bytes);
        } catch (cause) {
          receiver?.end({ code: "protocol", cause });
          receiver = undefined;
        }
      },
      end: (reason) => receiver?.end(reason),
    });
  });
}

/**
 * The URL that an `endpoint` event names, if it may be used.
 *
 * It may if it is on the origin of the stream: whatever else it says, no message and no credential leaves
 * that origin. Characters that no URI has (RFC 3986 §2) are refused although URL parsers bend or drop them:
 * a backslash, a line break, any control character. So is what names the stream itself by saying nothing: an empty
 * reference or a bare fragment.
 *
 * @throws {@link SseClientError} `ERR_SSE_FIRST_EVENT` for an event of another type,
 *   `ERR_SSE_ENDPOINT_ORIGIN` for an endpoint that may not be used.
 */
export function endpointOf(event: ServerSentEvent, base: URL): URL {
  if (event.event !== ENDPOINT_EVENT) {
    throw new SseClientError("ERR_SSE_FIRST_EVENT", "the first event is no endpoint");
  }
  const reference = event.data.trim();
  const url = /^$|^#|[\\\p{Cc}]/u.test(reference) ? undefined : resolveUrl(reference, base);
  if (!url) {
    throw new SseClientError("ERR_SSE_ENDPOINT_ORIGIN", "the endpoint is not on the origin");
  }
  return url;
}

function noEndpoint({ code, cause }: CloseReason): SseClientError {
  // Of `endpointOf`.
  if (cause instanceof SseClientError) return cause;
  if (code === "network") return networkError("the stream broke", cause);
  return new SseClientError("ERR_SSE_NO_ENDPOINT", "the stream names no endpoint", { cause });
}
