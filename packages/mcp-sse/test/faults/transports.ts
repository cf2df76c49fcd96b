// Ends that are SDK transports: the official SDK's, v1 and v2, and our drop-ins for them.

import type { IncomingMessage, ServerResponse } from "node:http";
import {
  SWEEP_TOKEN,
  type SweepClient,
  type SweepEvents,
  type SweepServer,
  type SweepTimes,
  type TransportSubject,
  transportEnd,
} from "@mcp-sse/testkit/node";
import { SSEClientTransport as ClientV2 } from "@modelcontextprotocol/client";
import { SSEClientTransport as ClientV1 } from "@modelcontextprotocol/sdk/client/sse.js";
import { SSEServerTransport as ServerV1 } from "@modelcontextprotocol/sdk/server/sse.js";
import { SSEClientTransport } from "../../src/sse-client-transport.ts";
import { SSEServerTransport } from "../../src/sse-server-transport.ts";
import { listen } from "./ours.ts";

/** The client of a transport. */
function transportClient(
  name: string,
  create: (url: URL, times: SweepTimes, requestInit: RequestInit) => object,
): SweepClient {
  return {
    name,
    async connect(url, times, events, signal) {
      const transport = create(url, times, { headers: { authorization: SWEEP_TOKEN } }) as TransportSubject;
      const end = transportEnd(transport, () => events);
      const givenUp = new Promise<never>((_resolve, reject) => {
        const giveUp = (): void => void transport.close().finally(() => reject(signal.reason as Error));
        signal.addEventListener("abort", giveUp, { once: true });
      });
      try {
        await Promise.race([transport.start(), givenUp]);
      } catch (error) {
        // The SDK's goes on to connect when its start has failed, and would reach whoever listens there next.
        // Once is enough: it tells onclose at each.
        if (!signal.aborted) await transport.close();
        throw error;
      }
      return end;
    },
  };
}

/** `SSEClientTransport` of `@modelcontextprotocol/sdk`. */
export const sdkClientV1: SweepClient = transportClient(
  "SDK v1 client",
  (url, _times, requestInit) => new ClientV1(url, { requestInit }),
);

/** `SSEClientTransport` of `@modelcontextprotocol/client`. */
export const sdkClientV2: SweepClient = transportClient(
  "SDK v2 client",
  (url, _times, requestInit) => new ClientV2(url, { requestInit }),
);

/** Our drop-in for either. */
export const dropInClient: SweepClient = transportClient("drop-in client", (url, times, requestInit) => {
  const { endpointTimeoutMs, postTimeoutMs, fenceTimeoutMs, idleTimeoutMs } = times;
  return new SSEClientTransport(url, {
    requestInit,
    endpointTimeoutMs,
    postTimeoutMs,
    fenceTimeoutMs,
    idleTimeoutMs,
  });
});

interface RoutedTransport {
  readonly sessionId: string;
  handlePostMessage(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/** The two routes of the SDK's documentation, on node:http. */
function transportServer(
  name: string,
  create: (res: ServerResponse, times: SweepTimes) => RoutedTransport,
): SweepServer {
  return {
    name,
    async serve(times, accept) {
      const ids: string[] = [];
      const transports = new Map<string, RoutedTransport>();
      const { url, streams, sockets, close } = await listen((req, res) => {
        if (req.method === "GET") {
          const transport = create(res, times);
          const { sessionId } = transport;
          ids.push(sessionId);
          transports.set(sessionId, transport);
          const end = transportEnd(transport as RoutedTransport & TransportSubject, () => events);
          const told: SweepEvents = accept(end);
          const events: SweepEvents = {
            ...told,
            ended(reason) {
              transports.delete(sessionId);
              told.ended(reason);
            },
          };
          (transport as RoutedTransport & TransportSubject)
            .start()
            .catch((error: unknown) => told.error(error));
          return;
        }
        const id = new URL(req.url ?? "", "http://localhost").searchParams.get("sessionId") ?? "";
        const transport = transports.get(id);
        if (transport === undefined) res.writeHead(404).end();
        // What it rejects with is about this POST, and was answered.
        else transport.handlePostMessage(req, res).catch(() => {});
      });
      return {
        url,
        ids,
        get sessions() {
          return transports.size;
        },
        get streams() {
          return streams.size;
        },
        get sockets() {
          return sockets.size;
        },
        close,
      };
    },
  };
}

/** `SSEServerTransport` of `@modelcontextprotocol/sdk`. */
export const sdkServerV1: SweepServer = transportServer(
  "SDK v1 server",
  (res) => new ServerV1("/messages", res) as unknown as RoutedTransport,
);

/** Our drop-in for it. */
export const dropInServer: SweepServer = transportServer(
  "drop-in server",
  (res, { keepAliveMs, stallTimeoutMs }) =>
    new SSEServerTransport("/messages", res, { keepAliveMs, stallTimeoutMs }) as unknown as RoutedTransport,
);
