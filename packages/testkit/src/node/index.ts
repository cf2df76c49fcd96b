/**
 * What needs Node: a client of raw bytes, real servers on loopback.
 *
 * @packageDocumentation
 */

export { connectRaw, type RawConnection } from "./http/raw-connection.ts";
export type { RawRequest } from "./http/raw-request.ts";
export type { RawHead, RawResponse } from "./http/raw-response.ts";
export type { RawEvent, RawStream } from "./http/raw-stream.ts";
export { type FetchHandler, type RunningServer, serveFetch, serveListener } from "./http/serve.ts";
