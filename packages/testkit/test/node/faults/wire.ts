// Plain sockets on both sides of a proxy, and all that each of them sees.

import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { Fault } from "../../../src/node/faults/fault.ts";
import { createFaultProxy, type FaultPlan, type FaultProxy } from "../../../src/node/faults/proxy.ts";
import { until } from "../../../src/patience.ts";

/** One end of a TCP connection. */
export interface End {
  readonly socket: Socket;
  /** What was read, piece by piece. */
  readonly pieces: Buffer[];
  readonly text: string;
  /** How it came to an end, in order: `end` for a FIN, the code of an error, `close`. */
  readonly ends: string[];
  send(text: string): void;
}

export interface Wire {
  readonly proxy: FaultProxy;
  /** The connections that reached the server. */
  readonly servers: End[];
  connect(): Promise<End>;
}

/** A server that only listens, behind a proxy whose connections are all under these faults. */
export function openWire(...faults: readonly Fault[]): Promise<Wire> {
  return openPlannedWire(() => faults);
}

export async function openPlannedWire(plan: FaultPlan): Promise<Wire> {
  const servers: End[] = [];
  const ends = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    ends.add(socket);
    servers.push(watch(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const proxy = await createFaultProxy({ target: new URL(`http://127.0.0.1:${port}`), plan });
  onTestFinished(async () => {
    for (const socket of ends) socket.destroy();
    await proxy.close();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    proxy,
    servers,
    async connect() {
      const socket = connect({
        port: Number(proxy.url.port),
        host: "127.0.0.1",
        allowHalfOpen: true,
        noDelay: true,
      });
      ends.add(socket);
      const end = watch(socket);
      await until(() => !socket.connecting, "the connection");
      return end;
    },
  };
}

/** A client whose first bytes have reached the server. */
export async function openPair(wire: Wire, first = "GET "): Promise<{ client: End; server: End }> {
  const client = await wire.connect();
  const count = wire.servers.length;
  client.send(first);
  await until(() => wire.servers[count]?.text === first, "the first bytes at the server");
  return { client, server: wire.servers[count] as End };
}

function watch(socket: Socket): End {
  const pieces: Buffer[] = [];
  const ends: string[] = [];
  socket.on("data", (piece: Buffer) => pieces.push(piece));
  socket.on("end", () => ends.push("end"));
  socket.on("error", (error: NodeJS.ErrnoException) => ends.push(String(error.code)));
  socket.on("close", () => ends.push("close"));
  return {
    socket,
    pieces,
    ends,
    get text() {
      return Buffer.concat(pieces).toString("latin1");
    },
    send: (text) => void socket.write(text, "latin1"),
  };
}

/** Whether `condition` holds for the next `forMs`. */
export async function stays(condition: () => boolean, forMs = 50): Promise<boolean> {
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    if (!condition()) return false;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return true;
}
