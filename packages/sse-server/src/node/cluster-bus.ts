// clusterBus: all cores of one machine, with nothing but what Node has.
//
//     worker ══ IPC ══ primary ══ IPC ══ worker          the primary relays; it may have sessions, too

import type { Cluster, Worker } from "node:cluster";
import { createMessageBus } from "../bus/create-message-bus.ts";
import type { MessageBus } from "../message-bus.ts";
import { ClusterCarrier } from "./cluster-bus-carrier.ts";
import type { IpcPort } from "./cluster-bus-message.ts";
import { createPortPair } from "./cluster-bus-ports.ts";
import { ClusterRelay } from "./cluster-bus-relay.ts";

/** A bus between the processes of one machine. */
export interface ClusterBus extends MessageBus {
  /**
   * Relays for a child of `child_process.fork`. Workers of `node:cluster` are relayed for by themselves.
   *
   * @throws TypeError in a process that does not relay, and for a child without an IPC channel.
   */
  relay(child: IpcPort): void;
}

/** What a bus between processes may be told. */
export interface ClusterBusOptions {
  /**
   * Whether this process relays.
   *
   * @defaultValue true, unless it is a worker of `node:cluster` or was forked with an IPC channel
   */
  readonly primary?: boolean | undefined;
}

let relay: ClusterRelay | undefined;

/**
 * Makes a bus between a primary and its workers, over the IPC channels that Node gives them.
 *
 * Call it in each process that has a handler, and in the primary before it forks, whether that has a handler or not: it
 * relays from then on. When a worker dies, its sessions do, and POSTs to them are `owner-gone`. When the primary dies, the
 * bus is down for good: sessions live on, their POSTs to this process too.
 */
export function clusterBus(options: ClusterBusOptions = {}): ClusterBus {
  const { primary = !clusterModule().isWorker && process.send === undefined } = options;
  if (!primary) {
    return busOf(process, () => {
      throw new TypeError("relay is for the primary: this process has one");
    });
  }
  const relaying = startRelay();
  const [own, other] = createPortPair();
  relaying.add(other);
  return busOf(own, (child) => {
    if (child.send === undefined) throw new TypeError("the child has no IPC channel: fork it");
    relaying.add(child);
  });
}

function busOf(port: IpcPort, relayFor: (child: IpcPort) => void): ClusterBus {
  const bus = createMessageBus(new ClusterCarrier(port));
  return {
    relay: relayFor,
    start: (node, inbox, settings) => bus.start(node, inbox, settings),
    deliver: (owner, envelope, signal) => bus.deliver(owner, envelope, signal),
    stop: (stopping) => bus.stop(stopping),
    get health() {
      return bus.health;
    },
    get maxBodyBytes() {
      return bus.maxBodyBytes;
    },
  };
}

/** Asked for when it is needed: who bundles this entry for another runtime, and does not call it, has no `node:cluster`. */
function clusterModule(): Cluster {
  // Its type is that of an ES module; what it gives is what that exports by default.
  return process.getBuiltinModule("node:cluster") as unknown as Cluster;
}

/** One relay for all buses of this process: workers know one primary. */
function startRelay(): ClusterRelay {
  if (relay !== undefined) return relay;
  const started = new ClusterRelay();
  const cluster = clusterModule();
  relay = started;
  for (const worker of Object.values(cluster.workers ?? {})) if (worker !== undefined) started.add(worker);
  cluster.on("fork", (worker: Worker) => started.add(worker));
  return started;
}
