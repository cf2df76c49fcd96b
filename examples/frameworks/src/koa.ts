// Koa. Put it before a body parser or after one; koa-mount puts it elsewhere.

import type { Middleware } from "koa";
import { toNodeListener } from "mcp-sse/node";
import type { SseHandler } from "mcp-sse/server";

export function sse(handler: SseHandler, path = "/sse"): Middleware {
  const listener = toNodeListener(handler);
  return (ctx, next) => {
    if (ctx.path !== path) return next();
    ctx.respond = false;
    // What Koa's parsers and koa-mount keep on the context, where the listener looks for it.
    const { body } = ctx.request as { body?: unknown };
    return listener(Object.assign(ctx.req, { body, originalUrl: ctx.originalUrl }), ctx.res);
  };
}
