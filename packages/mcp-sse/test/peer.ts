// HTTP servers that a test can bend, on loopback, closed with the test.

import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serveListener } from "@mcp-sse/testkit/node";
import express from "express";
import { onTestFinished } from "vitest";
import type { Connectable, SdkTransport } from "../src/sdk-transport.ts";

/** A request as a peer saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Answer = (request: SeenRequest, response: ServerResponse) => unknown;

/** Serves until the test is over, and remembers what was asked. */
export async function serve(answer: Answer): Promise<{ url: URL; requests: SeenRequest[] }> {
  const requests: SeenRequest[] = [];
  const server = await serveListener((req, res) => {
    const { method = "", url: target = "", headers } = req;
    text(req).then(
      (body) => {
        const request = { method, target, headers, body };
        requests.push(request);
        answer(request, res);
      },
      () => res.destroy(),
    );
  });
  onTestFinished(() => server.close());
  return { url: server.url, requests };
}

/** An HTTP+SSE server of a few lines: `GET /sse`, `POST /m`. */
export async function servePeer({ get, post }: { get?: Answer; post?: Answer } = {}) {
  const streams: ServerResponse[] = [];
  const { url, requests } = await serve((request, response) => {
    if (request.method === "GET") {
      streams.push(response);
      (get ?? openStream)(request, response);
    } else {
      (post ?? accept)(request, response);
    }
  });
  return {
    url: new URL("/sse", url),
    requests,
    streams,
    /** Sends an event on the newest stream. */
    emit: (data: unknown) => streams.at(-1)?.write(`data: ${JSON.stringify(data)}\n\n`),
  };
}

export function openStream(_request: unknown, response: ServerResponse, endpoint = "/m"): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(`event: endpoint\ndata: ${endpoint}\n\n`);
}

export function accept(_request: unknown, response: ServerResponse): void {
  response.writeHead(202).end();
}

/** What the SDK's way of use needs of an `SSEServerTransport`, the SDK's own and the drop-in. */
export interface RoutedTransport extends Omit<SdkTransport, "send"> {
  readonly sessionId: string;
  handlePostMessage(req: IncomingMessage, res: ServerResponse, parsedBody?: unknown): Promise<void>;
}

/** The pair of express routes of the SDK's documentation. */
export async function serveExpress(
  SSEServerTransport: new (endpoint: string, res: ServerResponse) => RoutedTransport,
  getServer: () => Connectable,
) {
  const transports: Record<string, RoutedTransport> = {};
  const posts: IncomingMessage["headers"][] = [];
  const app = express();
  app.get("/sse", async (_req, res) => {
    const transport = new SSEServerTransport("/messages", res);
    transports[transport.sessionId] = transport;
    res.on("close", () => {
      delete transports[transport.sessionId];
    });
    await getServer().connect(transport as unknown as SdkTransport);
  });
  app.post("/messages", async (req, res) => {
    posts.push(req.headers);
    const { sessionId } = req.query;
    const transport = typeof sessionId === "string" ? transports[sessionId] : undefined;
    if (transport === undefined) res.status(400).send("No transport found for sessionId");
    else await transport.handlePostMessage(req, res);
  });
  const server = await serveListener(app);
  onTestFinished(() => server.close());
  return { url: new URL("/sse", server.url), transports, posts };
}
