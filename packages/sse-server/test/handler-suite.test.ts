import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import {
  type BusOutcome,
  type HandlerSetup,
  handlerSuite,
  type RunningServer,
  type ServedHandler,
  serveFetch,
  serveListener,
} from "@mcp-sse/testkit/node";
import { createSseHandler, type SseHandler } from "../src/handler.ts";
import type { Delivery, MessageBus } from "../src/message-bus.ts";
import { toNodeListener } from "../src/node/listener.ts";

handlerSuite({
  name: "the handler over node:http",
  raw: true,
  async serve(setup) {
    const handler = createHandler(setup);
    const listener = toNodeListener(handler);
    const server = await serveListener((req: IncomingMessage, res) => {
      if (!setup.consumeBody) return listener(req, res);
      void text(req).then(() => listener(req, res));
    });
    return served(handler, server);
  },
});

handlerSuite({
  name: "the handler over fetch",
  raw: false,
  async serve(setup) {
    const handler = createHandler(setup);
    const server = await serveFetch(async (request) => {
      if (setup.consumeBody) await request.text();
      return handler.fetch(request);
    });
    return served(handler, server);
  },
});

function createHandler({ accept = () => {}, options = {}, busOutcome }: HandlerSetup): SseHandler {
  return createSseHandler(accept, busOutcome ? { ...options, bus: busThatAnswers(busOutcome) } : options);
}

function served(handler: SseHandler, server: RunningServer): ServedHandler {
  return {
    url: server.url,
    handler,
    async close() {
      await handler.close({ graceMs: 0 });
      await server.close();
    },
  };
}

/** A bus whose other nodes all answer the same. */
function busThatAnswers(outcome: BusOutcome): MessageBus {
  const [status, reason] = outcome.split(": ");
  return {
    health: "up",
    maxBodyBytes: Number.POSITIVE_INFINITY,
    start: () => Promise.resolve(),
    deliver: () => Promise.resolve({ status, ...(reason ? { reason } : {}) } as Delivery),
    stop: () => Promise.resolve(),
  };
}
