// The primary's part: it knows which process has which node, and hands texts on. It reads none of them.

import { type BusMessage, type IpcPort, readMessage, sendTo } from "./cluster-bus-message.ts";

/** Code units that may wait to be taken by one process: what a frozen one costs the primary. */
const MAX_WAITING_UNITS = 16 * 1024 * 1024;

interface Process {
  readonly port: IpcPort;
  waiting: number;
}

/** Relays between processes. */
export class ClusterRelay {
  readonly #processes = new Map<IpcPort, Process>();
  readonly #nodes = new Map<string, Process>();

  /** Relays for a process, until its channel is closed. */
  add(port: IpcPort): void {
    if (this.#processes.has(port)) return;
    const process: Process = { port, waiting: 0 };
    this.#processes.set(port, process);
    const onMessage = (value: unknown): void => {
      const message = readMessage(value);
      if (message !== undefined) this.#take(process, message);
    };
    const onDisconnect = (): void => {
      port.off("message", onMessage);
      port.off("disconnect", onDisconnect);
      this.#processes.delete(port);
      for (const [node, owner] of [...this.#nodes]) if (owner === process) this.#forget(node);
    };
    port.on("message", onMessage);
    port.on("disconnect", onDisconnect);
  }

  #take(from: Process, message: BusMessage): void {
    if (message.kind === "open") {
      this.#nodes.set(message.node, from);
      sendTo(from.port, { kind: "opened", node: message.node });
    } else if (message.kind === "close") {
      // What it was handed before this it still answers.
      if (this.#nodes.get(message.node) === from) this.#nodes.delete(message.node);
      sendTo(from.port, { kind: "closed", node: message.node });
    } else if (message.kind === "text") {
      this.#hand(from, message);
    }
  }

  #hand(from: Process, message: Extract<BusMessage, { kind: "text" }>): void {
    const { id, node, text } = message;
    const to = this.#nodes.get(node);
    if (to === undefined) {
      if (id !== undefined) sendTo(from.port, { kind: "nobody", id });
    } else if (to.waiting > MAX_WAITING_UNITS) {
      if (id !== undefined) sendTo(from.port, { kind: "overloaded", id });
    } else {
      to.waiting += text.length;
      sendTo(to.port, { kind: "text", node, text }, () => {
        to.waiting -= text.length;
      });
    }
  }

  /** Tells everybody, so that nobody waits for what it can no longer answer. */
  #forget(node: string): void {
    this.#nodes.delete(node);
    for (const { port } of this.#processes.values()) sendTo(port, { kind: "gone", node });
  }
}
