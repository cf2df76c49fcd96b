// Fastify 5: a plugin. To mount it elsewhere: app.register(sse, { prefix: "/tools", handler }).

import type { FastifyInstance } from "fastify";
import { toNodeListener } from "mcp-sse/node";
import type { SseHandler } from "mcp-sse/server";

export async function sse(app: FastifyInstance, { handler }: { handler: SseHandler }): Promise<void> {
  const listener = toNodeListener(handler);
  // In this plugin only: the handler reads the body itself, with limits and answers of its own.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.all("/sse", (request, reply) => {
    reply.hijack();
    listener(request.raw, reply.raw);
  });
  // `app.close()` waits for open connections; a stream would keep it waiting.
  app.addHook("preClose", () => handler.close());
}
