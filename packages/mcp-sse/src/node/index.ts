/**
 * The Node side of `mcp-sse`: an HTTP server in one call, and the listener for servers that exist.
 *
 * ```ts
 * const { url } = await serveSse(() => createMyServer(), { port: 3000 });
 * ```
 *
 * @packageDocumentation
 */

export {
  type ClusterBus,
  type ClusterBusOptions,
  clusterBus,
  type IpcPort,
  type NodeHeaders,
  type NodeRequest,
  type NodeResponse,
  type NodeSession,
  type NodeSessionOptions,
  type NodeSocket,
  openNodeSession,
  type PostResult,
  toNodeListener,
} from "@mcp-sse/sse-server/node";
export { type ServeSseOptions, type SseServer, serveSse } from "./serve-sse.ts";
