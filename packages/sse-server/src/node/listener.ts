// toNodeListener: what node:http, http2 compat, Express and Connect call with (req, res).

import { coreOf, type SseHandler } from "../handler.ts";
import { NodeExchange } from "./exchange.ts";
import type { NodeRequest, NodeResponse } from "./node-http.ts";

/**
 * Makes a request listener of a handler. It drives the handler's core directly: no `Request`, `Response` or stream
 * of the web is built on the way.
 *
 * Honours what a body parser left in `req.body` (a value, a string, bytes), `req.originalUrl` under a mount path, and
 * `req.auth`; calls `res.flush()` where a compression middleware added it.
 *
 * @throws TypeError if the handler is not one of `createSseHandler`.
 */
export function toNodeListener(handler: SseHandler): (req: NodeRequest, res: NodeResponse) => void {
  const core = coreOf(handler);
  return (req, res) => core.handle(new NodeExchange(req, res));
}
