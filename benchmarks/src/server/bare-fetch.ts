// The lower bound under `fetch`: the same work as the bare handler of node:http, over the same bridge as ours.

import { randomUUID } from "node:crypto";
import { fetchListener } from "./fetch-bridge.ts";
import type { ServedPeer } from "./peer.ts";
import { SSE_PATH } from "./wire.ts";

const HEADERS = { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" };
const encoder = new TextEncoder();

/** Makes the bare server of web streams. */
export function bareFetchPeer(): ServedPeer {
  const streams = new Map<string, ReadableStreamDefaultController<Uint8Array>>();
  return {
    listener: fetchListener((request) => (request.method === "GET" ? open() : deliver(request))),
    writers: () => [],
    count: () => streams.size,
  };

  async function open(): Promise<Response> {
    const id = randomUUID();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.set(id, controller);
        controller.enqueue(encoder.encode(`event: endpoint\ndata: ${SSE_PATH}?sessionId=${id}\n\n`));
      },
      cancel() {
        streams.delete(id);
      },
    });
    return new Response(body, { headers: HEADERS });
  }

  async function deliver(request: Request): Promise<Response> {
    const stream = streams.get(request.url.slice(request.url.indexOf("=") + 1));
    const body = await request.text();
    stream?.enqueue(encoder.encode(`event: message\ndata: ${body}\n\n`));
    return new Response(null, { status: 202 });
  }
}
