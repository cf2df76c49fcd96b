/**
 * The Node side of `@mcp-sse/sse-server`: a listener for `node:http`, http2 compat, Express and Connect.
 *
 * @packageDocumentation
 */

export { type ClusterBus, type ClusterBusOptions, clusterBus } from "./cluster-bus.ts";
export type { IpcPort } from "./cluster-bus-message.ts";
export { toNodeListener } from "./listener.ts";
export type { NodeHeaders, NodeRequest, NodeResponse, NodeSocket } from "./node-http.ts";
export { type NodeSession, type NodeSessionOptions, openNodeSession, type PostResult } from "./session.ts";
