// An honest server and an honest client in as few lines as can be, and what may be wrong with each.

import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import {
  SWEEP_TOKEN,
  type SweepClient,
  type SweepEvents,
  type SweepPair,
  type SweepServer,
} from "../../../src/node/sweep/subject.ts";

export type Flaw =
  | "takes and drops"
  | "delivers twice"
  | "delivers late"
  | "damages"
  | "mixes sessions up"
  | "tells no end"
  | "tells two ends"
  | "keeps its sessions"
  | "ends for no reason"
  | "hears no silence"
  | "sends for ever"
  | "tells secrets";

/** Two ends, one of which has a flaw. */
export function createPeers(flaw?: Flaw): SweepPair {
  return { server: createPeerServer(flaw), client: createPeerClient(flaw) };
}

interface Hosted {
  readonly res: ServerResponse;
  readonly events: SweepEvents;
  /** Delivers what is held back. */
  late?: () => void;
}

function createPeerServer(flaw: Flaw | undefined): SweepServer {
  return {
    name: "peer",
    async serve(times, accept) {
      const hosts = new Map<string, Hosted>();
      const streams = new Set<ServerResponse>();
      const sockets = new Set<Socket>();
      const ids: string[] = [];
      let received = 0;

      function open(res: ServerResponse): void {
        const id = `session-${ids.length}-of-the-peer`;
        ids.push(id);
        streams.add(res);
        const beat = setInterval(() => res.write(": beat\n\n"), times.keepAliveMs / 2);
        const other = (): ServerResponse =>
          [...hosts.values()].map((one) => one.res).find((one) => one !== res) ?? res;
        const events = accept({
          send: async (message) => {
            if (res.writableEnded || res.destroyed) throw new Error("ended");
            const to = flaw === "mixes sessions up" ? other() : res;
            to.write(`data: ${JSON.stringify(message)}\n\n`);
          },
          close: async () => void res.end(),
        });
        hosts.set(id, { res, events });
        res.on("error", () => {});
        res.once("close", () => {
          clearInterval(beat);
          streams.delete(res);
          if (flaw !== "keeps its sessions") hosts.delete(id);
          if (flaw !== "tells no end") events.ended("closed");
          if (flaw === "tells two ends") events.ended("closed again");
        });
        res.writeHead(200, { "content-type": "text/event-stream" });
        res.write(`event: endpoint\ndata: /post?id=${id}\n\n`);
        if (flaw === "ends for no reason") setTimeout(() => res.destroy(), 20);
      }

      async function post(req: IncomingMessage, res: ServerResponse): Promise<void> {
        const host = hosts.get(new URL(req.url ?? "", "http://peer").searchParams.get("id") ?? "");
        const message: unknown = JSON.parse(await text(req));
        res.writeHead(host === undefined ? 404 : 202).end();
        if (host === undefined || (flaw === "takes and drops" && ++received % 4 === 0)) return;
        if (flaw === "delivers late" && host.late === undefined) {
          host.late = () => host.events.message(message);
          return;
        }
        if (flaw === "damages") Object.assign((message as { params: object }).params, { text: "?" });
        host.events.message(message);
        if (flaw === "delivers twice") host.events.message(message);
        host.late?.();
        host.late = () => {};
      }

      const server = createServer((req, res) => {
        if (req.method === "GET") open(res);
        else post(req, res).catch(() => res.destroy());
      });
      server.on("connection", (socket) => {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return {
        url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`),
        ids,
        get sessions() {
          return hosts.size;
        },
        get streams() {
          return streams.size;
        },
        get sockets() {
          return sockets.size;
        },
        close: () =>
          new Promise<void>((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      };
    },
  };
}

function createPeerClient(flaw: Flaw | undefined): SweepClient {
  return {
    name: "peer",
    connect: (url, times, events, signal) =>
      new Promise((resolve, reject) => {
        let endpoint: URL | undefined;
        let rest = "";
        let posts: Promise<unknown> = Promise.resolve();
        const get = request(url, { agent: false, headers: { authorization: SWEEP_TOKEN } });
        let idle = setTimeout(() => get.destroy(new Error("no endpoint")), times.endpointTimeoutMs);
        const heard = (): void => {
          clearTimeout(idle);
          if (flaw !== "hears no silence") idle = setTimeout(() => get.destroy(), times.idleTimeoutMs);
        };
        signal.addEventListener("abort", () => get.destroy(), { once: true });
        get.once("response", (res) => {
          if (res.statusCode !== 200 || res.headers["content-type"] !== "text/event-stream") {
            get.destroy(new Error(`answered ${res.statusCode}`));
            return;
          }
          res.setEncoding("utf8");
          res.on("error", () => {});
          res.on("data", (chunk: string) => {
            heard();
            const blocks = (rest + chunk).split("\n\n");
            rest = blocks.pop() ?? "";
            for (const block of blocks) {
              const data = /^data: (.*)$/m.exec(block)?.[1];
              if (data === undefined) continue;
              if (endpoint !== undefined) {
                events.message(JSON.parse(data));
                continue;
              }
              endpoint = new URL(data, url);
              resolve({
                send(message) {
                  if (flaw === "sends for ever") return new Promise(() => {});
                  const sent = posts.then(() =>
                    post(endpoint as URL, JSON.stringify(message), times.postTimeoutMs),
                  );
                  posts = sent.catch(() => {});
                  return sent;
                },
                close: async () => void get.destroy(),
              });
            }
          });
        });
        get.on("error", (error) => reject(error));
        get.once("close", () => {
          clearTimeout(idle);
          reject(new Error("closed"));
          if (flaw === "tells secrets") events.error(new Error("closed", { cause: { token: SWEEP_TOKEN } }));
          if (endpoint !== undefined) events.ended("closed");
        });
        get.end();
      }),
  };
}

function post(url: URL, body: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent: false }, (res) => {
      res.resume();
      res.on("error", () => {});
      if (res.statusCode === 202) resolve();
      else reject(new Error(`answered ${res.statusCode}`));
    });
    const timer = setTimeout(() => sent.destroy(new Error("no answer")), timeoutMs);
    sent.on("error", reject);
    sent.once("close", () => clearTimeout(timer));
    sent.end(body);
  });
}
