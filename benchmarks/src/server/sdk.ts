// The official SDK's server transport, on node:http and on Express, as its examples use it.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import express from "express";
import type { ServedPeer } from "./peer.ts";
import { answerTo, SSE_PATH } from "./wire.ts";

/** On node:http. */
export function sdkPeer(): ServedPeer {
  const sessions = new SdkSessions();
  return sessions.peer((req, res) => {
    if (req.method === "GET") sessions.open(res);
    else void sessions.of(req)?.handlePostMessage(req, res);
  });
}

/** On Express with `express.json()`. */
export function sdkExpressPeer(): ServedPeer {
  const sessions = new SdkSessions();
  const app = express();
  app.use(express.json());
  app.get(SSE_PATH, (_req, res) => sessions.open(res));
  app.post(SSE_PATH, (req, res) => {
    void sessions.transports
      .get(new URL(req.url, "http://localhost").searchParams.get("sessionId") ?? "")
      ?.handlePostMessage(req, res, req.body);
  });
  return sessions.peer(app);
}

class SdkSessions {
  readonly transports = new Map<string, SSEServerTransport>();

  open(res: ServerResponse): void {
    const transport = new SSEServerTransport(SSE_PATH, res);
    this.transports.set(transport.sessionId, transport);
    transport.onclose = () => this.transports.delete(transport.sessionId);
    transport.onmessage = (message) => {
      void transport.send(answerTo(message as JsonRpcMessage) as JSONRPCMessage);
    };
    void transport.start();
  }

  of({ url = "" }: IncomingMessage): SSEServerTransport | undefined {
    return this.transports.get(url.slice(url.indexOf("=") + 1));
  }

  peer(listener: ServedPeer["listener"]): ServedPeer {
    const { transports } = this;
    return {
      listener,
      *writers() {
        for (const transport of transports.values()) {
          yield (message) => transport.send(message as JSONRPCMessage);
        }
      },
      count: () => transports.size,
    };
  }
}
