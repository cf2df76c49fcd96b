// What the servers are measured at: work for one sample, and who does it.

import { eachOf } from "./each-of.ts";
import { LoadSession } from "./load-client.ts";
import type { PeerName } from "./peers.ts";
import type { ServerProcess } from "./server-process.ts";
import { callOf } from "./wire.ts";

/** Some work of a server, the same for every peer. */
export interface Workload {
  readonly title: string;
  /** The first is what the others are compared to. */
  readonly peers: readonly PeerName[];
  /** Sessions that are open meanwhile. */
  readonly sessions: number;
  /** Operations of one sample; the figure is CPU time of the server per operation. */
  readonly operations: number;
  /** What each may take at most, as a multiple of another. */
  readonly atMost?: Ceilings;
  run(server: ServerProcess, sessions: readonly LoadSession[], operations: number): Promise<void>;
}

/** By the one that is compared to, and the one that is compared. */
export type Ceilings = { readonly [Other in Compared]?: { readonly [Peer in PeerName]?: number } };

/** Those that others are compared to. */
export const COMPARED = ["bare", "SDK", "SDK on Express"] as const;
export type Compared = (typeof COMPARED)[number];

const CALLERS: readonly PeerName[] = [
  "bare",
  "read",
  "toTransport",
  "drop-in",
  "SDK",
  "SDK on Express",
  "read, observed",
  "read, fetch",
  "bare fetch",
];
const PUSHERS: readonly PeerName[] = ["bare", "read", "drop-in", "SDK"];

/** By the name under which they are asked for. */
export const WORKLOADS: Readonly<Record<string, Workload>> = {
  call: {
    ...calls("a call of 200 B: POST, 202, event of 200 B", 200, 3_000),
    atMost: {
      bare: { read: 1.3, toTransport: 1.45, "drop-in": 1.6 },
      SDK: { read: 0.9, toTransport: 0.95, "drop-in": 1.05 },
      "SDK on Express": { read: 0.35 },
    },
  },
  call16k: calls("a call of 16 KiB, answered by 16 KiB", 16_384, 800),
  push1: {
    ...pushes("a pushed message of 200 B, 1 session, 10 per turn", 1, 30_000, { perTurn: 10, bytes: 200 }),
    atMost: { bare: { read: 1.3 }, SDK: { read: 0.8 } },
  },
  push100: {
    ...pushes("a pushed message of 200 B, 100 sessions, 1 per turn", 100, 20_000, { perTurn: 1, bytes: 200 }),
    atMost: { bare: { read: 1.25 }, SDK: { read: 1.05 } },
  },
  push16k: {
    ...pushes("a pushed message of 16 KiB, 1 session, 10 per turn", 1, 4_000, { perTurn: 10, bytes: 16_384 }),
    atMost: { bare: { read: 1.25 } },
  },
  open: {
    title: "a session opened and closed by its client",
    peers: ["bare", "read", "toTransport", "drop-in", "SDK", "SDK on Express", "read, fetch", "bare fetch"],
    sessions: 0,
    atMost: { bare: { read: 1.4, "drop-in": 1.6 } },
    // All of them leave fewer connections in TIME_WAIT than there are ports to connect from.
    operations: 200,
    async run(server, _sessions, operations) {
      await eachOf(8, operations, async () => (await LoadSession.open(server.port)).close());
      await server.holds(0);
    },
  },
};

function calls(title: string, bytes: number, operations: number): Workload {
  const body = callOf(bytes);
  return {
    title,
    peers: CALLERS,
    sessions: 10,
    operations,
    run: (_server, sessions, total) =>
      eachOf(sessions.length, total, (worker) => sessions[worker]?.call(body)),
  };
}

function pushes(
  title: string,
  sessions: number,
  operations: number,
  { perTurn, bytes }: { perTurn: number; bytes: number },
): Workload {
  return {
    title,
    peers: PUSHERS,
    sessions,
    operations,
    async run(server, open, total) {
      const messages = total / open.length;
      const want = open.map(({ events }) => events + messages);
      await server.ask("push", { messages, perTurn, bytes });
      await Promise.all(open.map((session, n) => session.received(want[n] ?? 0)));
    },
  };
}
