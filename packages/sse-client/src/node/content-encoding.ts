// Content-Encoding: nothing is asked for, but some servers and proxies compress whatever they send.
//
// Spec: RFC 9110 §8.4.

import type { Transform } from "node:stream";
import { SseClientError } from "../errors.ts";

/** Codings that one body may have on top of each other; more than that is an attack. */
const MAX_CODINGS = 4;

/**
 * Creates the decoders of a body, in the order in which it goes through them.
 *
 * @param contentEncoding - the header's value: gzip, deflate, br, or several of them.
 * @throws {@link SseClientError} `ERR_SSE_CONTENT_TYPE` for any other.
 */
export function createDecoders(contentEncoding: string | undefined): Transform[] {
  const codings = (contentEncoding ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS) throw unsupported(`more than ${MAX_CODINGS} content codings`);
  // "lists the content codings in the order in which they were applied"
  return codings.reverse().map(createDecoder);
}

function createDecoder(coding: string): Transform {
  // Loaded when it is needed, which is seldom: it takes longer than this package.
  const zlib = process.getBuiltinModule("node:zlib");
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  // Each flush of the sender is an event: it must come out at once, and the end may come without a trailer.
  const gzip = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  const brotli = { flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH };
  if (coding === "gzip" || coding === "x-gzip") return zlib.createGunzip(gzip);
  if (coding === "br") return zlib.createBrotliDecompress(brotli);
  if (coding === "deflate") return zlib.createInflate(gzip);
  throw unsupported("its content coding is none of gzip, deflate, br");
}

function unsupported(what: string): SseClientError {
  return new SseClientError("ERR_SSE_CONTENT_TYPE", `the event stream cannot be read: ${what}`);
}
