// One client in a process of its own. It is told what to do, and answers what that took of its CPU.

import { settled } from "../settled.ts";
import { type Channel, type Message, peers } from "./peers.ts";
import type { Cost, Work } from "./processes.ts";

type Run = (work: Work) => Promise<void>;

const [, , name = "", server = ""] = process.argv;
const url = new URL(server);
const run = await (name.startsWith("Client ") ? startClient(name) : startChannel(name));

async function startChannel(peer: string): Promise<Run> {
  let onMessage: (message: Message) => void = () => {};
  let id = 0;
  const open = peers[peer];
  if (open === undefined) throw new RangeError(`no such client: ${peer}`);
  const channel: Channel = await open(url, (message) => onMessage(message));

  async function call({ count, inFlight = 1 }: Work): Promise<void> {
    const waiting = new Map<unknown, () => void>();
    onMessage = (message) => {
      const settle = waiting.get(message.id);
      waiting.delete(message.id);
      settle?.();
    };
    await each(count, inFlight, async () => {
      const own = ++id;
      const answered = new Promise<void>((resolve) => waiting.set(own, resolve));
      await channel.send({ jsonrpc: "2.0", id: own, method: "tools/call", params: { name: "x" } });
      await answered;
    });
  }

  async function receive({ count, bytes = 0, written = "joined" }: Work): Promise<void> {
    let left = count;
    const all = new Promise<void>((resolve) => {
      onMessage = () => --left === 0 && resolve();
    });
    await channel.send({ jsonrpc: "2.0", id: ++id, method: "flood", params: { count, bytes, written } });
    await all;
  }

  return (work) => (work.kind === "receive" ? receive(work) : call(work));
}

/** The `Client` of one SDK over the transport of another, or of its own. */
async function startClient(peer: string): Promise<Run> {
  const isV1 = peer.startsWith("Client v1");
  const { Client } = isV1
    ? await import("@modelcontextprotocol/sdk/client/index.js")
    : await import("@modelcontextprotocol/client");
  const { SSEClientTransport } = peer.endsWith("mcp-sse")
    ? await import("mcp-sse/client")
    : isV1
      ? await import("@modelcontextprotocol/sdk/client/sse.js")
      : await import("@modelcontextprotocol/client");
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(new SSEClientTransport(url) as never);
  return ({ count, inFlight = 1 }) =>
    each(count, inFlight, async () => void (await client.callTool({ name: "x" })));
}

/** Does something `count` times, so many at a time. */
async function each(count: number, inFlight: number, once: () => Promise<void>): Promise<void> {
  let left = count;
  const lanes = Array.from({ length: inFlight }, async () => {
    while (left-- > 0) await once();
  });
  await Promise.all(lanes);
}

async function work(what: Work): Promise<void> {
  const cpu = process.cpuUsage();
  const wall = performance.now();
  await run(what);
  const { user, system } = process.cpuUsage(cpu);
  const cost: Cost = { cpuMs: (user + system) / 1000, wallMs: performance.now() - wall };
  process.send?.(cost);
}

process.on("message", (what: Work) => {
  work(what).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.on("disconnect", () => process.exit());
await settled();
process.send?.("ready");
