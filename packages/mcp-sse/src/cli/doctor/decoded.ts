// A body without its content codings, as clients read it: asked for or not, some servers and proxies compress all.

import type { IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";

/** Codings that one body may have on top of each other, as for clients. */
const MAX_CODINGS = 4;

/** The codings of a header, first applied first; `identity` is none. */
export function codingsOf(contentEncoding: string): string[] {
  return contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
}

/** Whether clients read a body with this header. */
export function isReadable(contentEncoding: string): boolean {
  const codings = codingsOf(contentEncoding);
  return (
    codings.length <= MAX_CODINGS && codings.every((coding) => /^(?:(?:x-)?gzip|deflate|br)$/.test(coding))
  );
}

/** What clients make of an answer's body; `undefined` for codings that they do not read. Its errors are handled. */
export function decoded(response: IncomingMessage): Readable | undefined {
  const contentEncoding = response.headers["content-encoding"] ?? "";
  if (!isReadable(contentEncoding)) return undefined;
  const decoders = codingsOf(contentEncoding).reverse().map(createDecoder);
  for (const decoder of decoders) {
    // What does not decode is of no more use.
    decoder.on("error", (error) => {
      response.destroy();
      for (const each of decoders) each.destroy(error);
    });
  }
  // What came before the connection broke is decoded.
  response.once("close", () => decoders[0]?.end());
  return decoders.reduce<Readable>((from, decoder) => from.pipe(decoder), response);
}

function createDecoder(coding: string): Transform {
  // Loaded when it is needed, which is seldom.
  const zlib = process.getBuiltinModule("node:zlib");
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  const flushed = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  if (coding === "deflate") return zlib.createInflate(flushed);
  if (coding !== "br") return zlib.createGunzip(flushed);
  return zlib.createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH });
}
