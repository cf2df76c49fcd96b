// Express 5, and 4 where its application is passed in. To mount it elsewhere: parent.use("/tools", createApp(handler)).

import express, { type Express } from "express";
import { toNodeListener } from "mcp-sse/node";
import type { SseHandler } from "mcp-sse/server";

export function createApp(handler: SseHandler, app: Express = express()): Express {
  // `all`, not `get`: the POSTs come here too. It stands before `express.json()`, or after it: then the parser's
  // `limit` counts, which is 100 kB unless told otherwise, and the message is taken from `req.body`.
  return app.all("/sse", toNodeListener(handler));
}
