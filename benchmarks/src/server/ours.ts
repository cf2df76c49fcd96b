// This repository's servers, as their READMEs show them.

import type { ServerResponse } from "node:http";
import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { createSseHandler, type SseHandlerOptions, type SseSession } from "@mcp-sse/sse-server";
import { toNodeListener } from "@mcp-sse/sse-server/node";
import { SSEServerTransport, toTransport } from "mcp-sse/server";
import { fetchListener } from "./fetch-bridge.ts";
import type { ServedPeer } from "./peer.ts";
import { answerTo, SSE_PATH } from "./wire.ts";

type Adapter = "node" | "fetch";

/** A loop over each session. */
export function readLoopPeer(options: SseHandlerOptions = {}, adapter: Adapter = "node"): ServedPeer {
  return handlerPeer(readLoop, options, adapter);
}

/** The SDK's `Transport` over each session, with an `onmessage` that answers. */
export function toTransportPeer(): ServedPeer {
  return handlerPeer((session) => {
    const transport = toTransport(session);
    transport.onmessage = (message: JsonRpcMessage) => void transport.send(answerTo(message));
    void transport.start();
  });
}

/** The drop-in, on the two routes of the SDK's examples. */
export function dropInPeer(): ServedPeer {
  const transports = new Map<string, SSEServerTransport>();
  return {
    listener(req, res) {
      if (req.method === "GET") return open(res);
      const { url = "" } = req;
      void transports.get(url.slice(url.indexOf("=") + 1))?.handlePostMessage(req, res);
    },
    *writers() {
      for (const transport of transports.values()) yield (message) => transport.send(message);
    },
    count: () => transports.size,
  };

  function open(res: ServerResponse): void {
    const transport = new SSEServerTransport(SSE_PATH, res);
    transports.set(transport.sessionId, transport);
    transport.onclose = () => transports.delete(transport.sessionId);
    transport.onmessage = (message: JsonRpcMessage) => void transport.send(answerTo(message));
    void transport.start();
  }
}

/** A loop over each session, of which it is counted how it ended. */
export function countedPeer(options: SseHandlerOptions = {}): ServedPeer {
  const ends: Record<string, number> = {};
  const observer: SseHandlerOptions["observer"] = {
    closed: ({ reason: { code } }) => {
      ends[code] = (ends[code] ?? 0) + 1;
    },
  };
  return { ...readLoopPeer({ ...options, observer }), ends: () => ends };
}

/** An observer that listens to everything and does nothing. */
export const IDLE_OBSERVER: NonNullable<SseHandlerOptions["observer"]> = {
  opened: () => {},
  refused: () => {},
  received: () => {},
  sent: () => {},
  backlog: () => {},
  closed: () => {},
  error: () => {},
};

function handlerPeer(
  accept: (session: SseSession) => void,
  options: SseHandlerOptions = {},
  adapter: Adapter = "node",
): ServedPeer {
  const handler = createSseHandler(accept, options);
  return {
    listener: adapter === "node" ? toNodeListener(handler) : fetchListener(handler.fetch),
    *writers() {
      for (const session of handler.sessions()) yield (message) => session.write(message);
    },
    count: () => handler.sessionCount,
  };
}

function readLoop(session: SseSession): void {
  void (async () => {
    for await (const message of session) await session.write(answerTo(message));
  })().catch(() => {});
}
