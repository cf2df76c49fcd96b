// A TCP proxy that misbehaves as it is told to, between a real client and a real server.
//
//     client ──▶ [ listener ] ──▶ link ── up ──▶ faults ──▶ server
//                                      ◀─ faults ◀─ down ──

import { type AddressInfo, createServer, type Server } from "node:net";
import { until } from "../../patience.ts";
import type { Fault } from "./fault.ts";
import { Link, type LinkStart, type ProxyLink } from "./link.ts";

/** Which faults a new connection is under, in the order in which bytes meet them. */
export type FaultPlan = (start: LinkStart) => readonly Fault[];

/** A running proxy. */
export interface FaultProxy {
  /** `http://127.0.0.1:PORT`, without a path: what the client is told. */
  readonly url: URL;
  /** For connections that begin from now on. */
  plan: FaultPlan;
  /** Connections of which a socket is open, in the order in which they were accepted. */
  readonly links: readonly ProxyLink[];
  /** Open sockets of both sides. */
  readonly sockets: number;
  /** Connections that were accepted so far. */
  readonly accepted: number;
  /** Stops listening, so that connecting is refused; connections that are there live on. */
  refuse(): void;
  /** Listens again, on the same port. */
  accept(): Promise<void>;
  /** Breaks every connection, refuses for `downMs`, and listens again: what a restart looks like from outside. */
  restart(downMs?: number): Promise<void>;
  /** Stops, and lets go of every socket. */
  close(): Promise<void>;
}

/** Where the server is, and the first plan. */
export interface FaultProxyOptions {
  readonly target: URL;
  /** @defaultValue no fault */
  readonly plan?: FaultPlan | undefined;
  /** Whether the server speaks first, as that of NATS does. @defaultValue false */
  readonly isServerFirst?: boolean | undefined;
}

/** Starts a proxy on a free loopback port. */
export async function createFaultProxy({
  target,
  plan = () => [],
  isServerFirst = false,
}: FaultProxyOptions): Promise<FaultProxy> {
  const links = new Set<Link>();
  const to = { host: target.hostname, port: Number(target.port || 80) };
  let accepted = 0;
  let closed = false;
  let listener: Server | undefined = await listen(0);
  const { port } = listener.address() as AddressInfo;

  function listen(on: number): Promise<Server> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      const number = accepted++;
      const faultsFor: FaultPlan = (start) => proxy.plan(start);
      const link = new Link(client, { number, target: to, isServerFirst, faultsFor });
      links.add(link);
      void link.closed.then(() => links.delete(link));
    });
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(on, "127.0.0.1", () => resolve(server));
    });
  }

  function refuse(): void {
    listener?.close();
    listener = undefined;
  }

  const proxy: FaultProxy = {
    url: new URL(`http://127.0.0.1:${port}`),
    plan,
    get links() {
      return [...links];
    },
    get sockets() {
      return [...links].reduce((sum, link) => sum + link.sockets, 0);
    },
    get accepted() {
      return accepted;
    },
    refuse,
    async accept() {
      if (!closed) listener ??= await listen(port);
    },
    async restart(downMs = 0) {
      refuse();
      for (const link of links) link.reset();
      await new Promise((resolve) => setTimeout(resolve, downMs));
      await proxy.accept();
    },
    async close() {
      closed = true;
      refuse();
      for (const link of links) link.destroy();
      await until(() => links.size === 0, "the end of every connection");
    },
  };
  return proxy;
}
