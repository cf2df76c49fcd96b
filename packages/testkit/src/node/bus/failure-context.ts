import type { ChildProcess } from "node:child_process";
import type { Broker } from "../broker/broker.ts";
import { type BusClient, openBusClient } from "./bus-client.ts";
import { type BusProcess, type NodeStart, startBusProcess } from "./bus-process.ts";

/** What is seen of a node's inbox at the broker, and what can be put there. */
export interface InboxTap {
  readonly texts: readonly string[];
  put(text: string): void | Promise<void>;
  close(): void | Promise<void>;
}

/** A broker, and how the nodes under test are made on it. */
export interface BusFailureSuite {
  /** The subject of the test titles, as `redisBus over ioredis`. */
  readonly name: string;
  /** Titles of the cases; all when absent. */
  readonly cases?: RegExp;
  /** Calls `serveBusNode`; its second argument is the broker's URL. */
  readonly program: URL;
  /** Starts a broker; a small one cuts off who does not read some MiB. */
  startBroker(isSmall: boolean): Promise<Broker>;
  urlOf(port: number): string;
  /** Listens at the inbox of a node beside it. */
  tap(port: number, node: string): Promise<InboxTap>;
  /** Told of each node's process, where the test's own relays. */
  readonly onFork?: (child: ChildProcess) => void;
  /** A body that is within the handler's limit, and too large for the broker, in bytes. */
  readonly tooLargeBytes: number;
}

/** What a case works with: what it starts is ended with it. */
export interface FailureContext {
  readonly suite: BusFailureSuite;
  broker(isSmall?: boolean): Promise<Broker>;
  /** A node whose bus is up; or one that has just begun to listen for HTTP. */
  node(broker: Broker, start?: NodeStart, isAwaited?: boolean): Promise<BusProcess>;
  nodes(broker: Broker, count: number): Promise<BusProcess[]>;
  /** A session at a node. */
  client(node: BusProcess): Promise<BusClient>;
  tap(broker: Broker, client: BusClient): Promise<InboxTap>;
}

/** Runs a case, and ends whatever it started. */
export async function withFailureContext(
  suite: BusFailureSuite,
  run: (context: FailureContext) => Promise<void>,
): Promise<void> {
  const ends: (() => unknown)[] = [];
  const context: FailureContext = {
    suite,
    async broker(isSmall = false) {
      const broker = await suite.startBroker(isSmall);
      ends.unshift(() => broker.close());
      return broker;
    },
    async node(broker, start, isAwaited = true) {
      const node = await startBusProcess(suite.program, suite.urlOf(broker.port), {
        ...start,
        onFork: suite.onFork,
      });
      ends.unshift(() => node.end());
      const deadline = performance.now() + 10_000;
      while (isAwaited && (await node.tell("report")).health !== "up") {
        if (performance.now() > deadline) throw new Error("the bus of a node did not come up");
      }
      return node;
    },
    nodes: (broker, count) => Promise.all(Array.from({ length: count }, () => context.node(broker))),
    async client(node) {
      const deadline = performance.now() + 10_000;
      // 503 until the inbox is confirmed.
      for (;;) {
        const client = await openBusClient(node.url);
        if (typeof client !== "number") {
          ends.unshift(() => client.close());
          return client;
        }
        if (client !== 503 || performance.now() > deadline) throw new Error(`a GET was answered ${client}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async tap(broker, client) {
      const tap = await suite.tap(broker.port, client.owner);
      ends.unshift(() => tap.close());
      return tap;
    },
  };
  try {
    await run(context);
  } finally {
    for (const end of ends) await end();
  }
}
