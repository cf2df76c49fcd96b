/**
 * Connects to an HTTP+SSE server and hands out an ordered, bounded, two-way stream of JSON-RPC messages.
 *
 * ```ts
 * const connection = await connectSse("http://127.0.0.1:3000/sse");
 * await connection.write({ jsonrpc: "2.0", id: 1, method: "ping" });
 * console.log(await connection.read());
 * await connection.close();
 * ```
 *
 * Runs wherever `fetch` does; on Node through keep-alive `node:http(s)`.
 *
 * @packageDocumentation
 */

export type { SseClientConnection } from "./client-connection.ts";
export { connectSse } from "./connect.ts";
export { SseClientError, type SseClientErrorCode } from "./errors.ts";
export type { FetchLike, IgnoredEvent, SseClientAuth, SseClientOptions } from "./options.ts";
