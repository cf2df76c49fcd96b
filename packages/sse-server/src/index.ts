/**
 * Serves JSON-RPC sessions over HTTP+SSE: a hanging GET that streams events, and POSTs that find it.
 *
 * ```ts
 * const handler = createSseHandler(async (session) => {
 *   for await (const message of session) {
 *     if (isRequest(message)) await session.write({ jsonrpc: "2.0", id: message.id, result: {} });
 *   }
 * });
 * const response = await handler.fetch(request);
 * ```
 *
 * Runs on the web's `Request` and `Response`; `./node` has the listener for `node:http`, which needs neither.
 *
 * @packageDocumentation
 */

export { SseServerError, type SseServerErrorCode } from "./errors.ts";
export { createSseHandler, type SseHandler } from "./handler.ts";
export type { SessionLimits } from "./limits.ts";
export { memoryBus } from "./memory-bus.ts";
export type { Delivery, Envelope, Inbox, MessageBus } from "./message-bus.ts";
export type { SseObserver } from "./observer.ts";
export type { Authorization, CorsOptions, SseHandlerOptions } from "./options.ts";
export type { SseRequest } from "./request.ts";
export type { ReceivedMessage, SseSession } from "./session.ts";
