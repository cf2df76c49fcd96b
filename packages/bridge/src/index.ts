/**
 * Carries MCP between stdio and HTTP+SSE: one child process per session, bounded both ways, ended with its session.
 *
 * ```ts
 * const handler = createStdioHandler({ command: "node", args: ["server.mjs"] });
 * http.createServer(toNodeListener(handler)).listen(8000, "127.0.0.1");
 * ```
 *
 * Runs on Node. What speaks the protocol in a child process is served as if it spoke HTTP+SSE; `bridgeStdio` is
 * the other way round, for hosts that only start commands.
 *
 * @packageDocumentation
 */

export { type Backoff, type BackoffOptions, createBackoff } from "./backoff.ts";
export { bridgeStdio } from "./bridge-stdio.ts";
export { BridgeError, type BridgeErrorCode, type ChildExit } from "./errors.ts";
export type { IgnoredLine } from "./line-connection.ts";
export type { ChildInfo, ChildObserver } from "./observer.ts";
export type { BridgeOptions, StdioCommand, StdioHandlerOptions, StdioStreams } from "./options.ts";
export type { ReconnectOptions } from "./reconnect-options.ts";
export { reconnecting } from "./reconnecting.ts";
export { createStdioHandler, type StdioHandler } from "./stdio-handler.ts";
