// A server under test, in a process of its own: started by ServerProcess, asked over the channel to its parent.
//
//     node --expose-gc serve.js '{"peer":"read","limits":{}}'

import { createServer } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Commands, FeedWork, MemorySample, PushWork, Question } from "./commands.ts";
import { createPeer, type PeerName, type ShortLimits } from "./peers.ts";
import { Turns } from "./turns.ts";
import { notificationOf } from "./wire.ts";

const { peer: name, limits } = JSON.parse(process.argv[2] ?? "{}") as { peer: PeerName; limits: ShortLimits };
const peer = createPeer(name, limits);
const turns = new Turns();

const answers: {
  [Name in keyof Commands]: (
    given: Commands[Name]["given"],
  ) => Commands[Name]["answer"] | Promise<Commands[Name]["answer"]>;
} = {
  cpu() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  count: () => peer.count(),
  memory: collected,
  push,
  rss: () => process.memoryUsage.rss(),
  longestTurn: () => turns.longest(),
  ends: () => peer.ends?.() ?? {},
  feed,
};

const { headersTimeoutMs = 60_000 } = limits;
// Looked at as often as a short deadline asks for: heads are late by that.
const timeouts = { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: headersTimeoutMs / 20 };
const server = createServer(timeouts, (req, res) => peer.listener(req, res));
// Idle sockets of the load client must outlive a long round of other servers.
server.keepAliveTimeout = 600_000;
server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, () => {
  process.send?.({ port: (server.address() as { port: number }).port });
});
process.on("message", (question: Question) => void reply(question));
process.on("disconnect", () => process.exit());

async function reply({ ask, id, given }: Question): Promise<void> {
  const answer = await (answers[ask] as (given: unknown) => unknown)(given);
  process.send?.({ id, answer });
}

async function push({ messages, perTurn, bytes }: PushWork): Promise<undefined> {
  const message = notificationOf(bytes);
  const writers = [...peer.writers()];
  for (let written = 0; written < messages; written += perTurn) {
    await Promise.all(
      writers.map(async (write) => {
        for (let n = 0; n < perTurn; n++) await write(message);
      }),
    );
    await nextTurn();
  }
}

function feed({ messages, bytes }: FeedWork): undefined {
  const filler = "x".repeat(bytes - 100);
  for (const write of peer.writers()) {
    void (async () => {
      for (let n = 0; n < messages; n++) {
        const at = performance.timeOrigin + performance.now();
        await write({ jsonrpc: "2.0", method: "notifications/message", params: { at, filler } });
      }
    })().catch(() => {});
  }
}

/** Twice, with a turn between: what a finalizer frees is freed by the second. */
async function collected(): Promise<MemorySample> {
  for (let n = 0; n < 2; n++) {
    globalThis.gc?.();
    await nextTurn();
  }
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heap: heapUsed };
}
