// Real servers on a free loopback port, for the suites that need one.

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as WebReadableStream } from "node:stream/web";

/** A listening server. */
export interface RunningServer {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: URL;
  /** Stops listening and breaks every connection that is left. */
  close(): Promise<void>;
}

/** Serves a Node request listener. */
export async function serveListener(listener: RequestListener): Promise<RunningServer> {
  // Node's own 5 s are over between two requests of a test on a busy machine: its fetch would find the socket reset.
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What serves web requests. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/**
 * Serves a fetch handler, as a framework would: the request's signal is aborted when the client goes, a
 * stalled client holds the body back, and an unread request body closes the connection.
 */
export function serveFetch(handle: FetchHandler): Promise<RunningServer> {
  return serveListener((req, res) => {
    answer(handle, req, res).catch(() => res.destroy());
  });
}

async function answer(handle: FetchHandler, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const gone = new AbortController();
  res.once("close", () => gone.abort());
  const response = await handle(toRequest(req, gone.signal));
  // What a body leaves unread would be read as the next request.
  if (!req.complete) res.setHeader("connection", "close");
  res.writeHead(response.status, [...response.headers].flat());
  res.flushHeaders();
  const reader = response.body?.getReader();
  if (reader) await pipe(reader, res);
  res.end();
}

function toRequest(req: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    headers.append(req.rawHeaders[index] ?? "", req.rawHeaders[index + 1] ?? "");
  }
  const bodyless = req.method === "GET" || req.method === "HEAD";
  const init: RequestInit & { duplex: "half" } = {
    method: req.method ?? "GET",
    headers,
    signal,
    body: bodyless ? null : (Readable.toWeb(req) as unknown as BodyInit & WebReadableStream),
    duplex: "half",
  };
  return new Request(`http://${req.headers.host ?? "host.invalid"}${req.url ?? "/"}`, init);
}

async function pipe(reader: ReadableStreamDefaultReader<Uint8Array>, res: ServerResponse): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    res.once("close", resolve);
  });
  for (;;) {
    const result = await Promise.race([reader.read(), closed]);
    if (!result || result.done || res.destroyed) break;
    if (!res.write(result.value)) {
      await Promise.race([new Promise<void>((resolve) => res.once("drain", resolve)), closed]);
    }
  }
  if (res.destroyed) await reader.cancel().catch(() => {});
}
