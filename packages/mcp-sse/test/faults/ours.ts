// Our own ends of a sweep: the core packages, and the drop-ins.

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connectSse } from "@mcp-sse/sse-client";
import { createSseHandler, type SseSession } from "@mcp-sse/sse-server";
import { toNodeListener } from "@mcp-sse/sse-server/node";
import {
  connectionEnd,
  SWEEP_TOKEN,
  type SweepClient,
  type SweepEvents,
  type SweepServer,
} from "@mcp-sse/testkit/node";

/** A node:http server that counts its sockets and its event streams. */
export async function listen(listener: RequestListener) {
  const sockets = new Set<Socket>();
  const streams = new Set<ServerResponse>();
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    if (req.method === "GET") {
      streams.add(res);
      res.once("close", () => streams.delete(res));
    }
    listener(req, res);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`),
    streams,
    sockets,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** `createSseHandler` on node:http. */
export const ourServer: SweepServer = {
  name: "sse-server",
  async serve(times, accept) {
    const ids: string[] = [];
    const told = new WeakMap<SseSession, { readonly events: SweepEvents; ends: number }>();
    const handler = createSseHandler(
      (session) => {
        ids.push(session.id);
        const events: SweepEvents = accept(connectionEnd(session, () => events));
        told.set(session, { events, ends: 0 });
      },
      {
        keepAliveMs: times.keepAliveMs,
        stallTimeoutMs: times.stallTimeoutMs,
        highWaterBytes: 64 * 1024,
        maxBacklogBytes: 1024 * 1024,
        authorize: ({ headers }) =>
          headers.get("authorization") === SWEEP_TOKEN
            ? { principal: "sweep" }
            : { refuse: 401, wwwAuthenticate: "Bearer" },
        observer: {
          // The end that `closed` tells is counted once; the observer must not be told of another.
          closed({ session }) {
            const known = told.get(session);
            if (known !== undefined && ++known.ends > 1) known.events.ended("observer");
          },
          error({ session, error }) {
            if (session !== undefined) told.get(session)?.events.error(error);
          },
        },
      },
    );
    const { url, streams, sockets, close } = await listen(toNodeListener(handler));
    return {
      url,
      ids,
      get sessions() {
        return handler.sessionCount;
      },
      get streams() {
        return streams.size;
      },
      get sockets() {
        return sockets.size;
      },
      async close() {
        await handler.close({ graceMs: 0 });
        await close();
      },
    };
  },
};

/** `connectSse`. */
export const ourClient: SweepClient = {
  name: "sse-client",
  async connect(url, times, events, signal) {
    const connection = await connectSse(url, {
      signal,
      headers: { authorization: SWEEP_TOKEN },
      endpointTimeoutMs: times.endpointTimeoutMs,
      postTimeoutMs: times.postTimeoutMs,
      fenceTimeoutMs: times.fenceTimeoutMs,
      idleTimeoutMs: times.idleTimeoutMs,
      onIgnored: ({ error, reason }) => events.error(error ?? new Error(reason)),
    });
    return connectionEnd(connection, () => events);
  },
};
