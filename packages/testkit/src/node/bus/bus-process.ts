// A node under test, in a process of its own: frozen, killed, stalled and asked from here.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { within } from "../../patience.ts";
import { freeze } from "../freeze.ts";

/** What a node is told. */
export interface NodeOrder {
  readonly kind: "report" | "received" | "stall" | "skew" | "deafen" | "close";
  readonly ms?: number;
  readonly number?: number;
}

/** What a node says of itself. */
export interface NodeReport {
  /** Messages that its sessions were given since it was last asked, in order. */
  readonly received: readonly { readonly session: string; readonly number: number }[];
  readonly sessions: number;
  readonly health: string;
  /** How often its bus was asked to deliver. */
  readonly delivers: number;
  readonly heapBytes: number;
}

/** A running node. */
export interface BusProcess {
  /** Where its SSE endpoint is. */
  readonly url: URL;
  /** Stops it where it stands; resolves when it does. */
  freeze(): Promise<void>;
  readonly signal: (name: "SIGCONT" | "SIGKILL") => void;
  /** Tells it something; of what takes time the answer comes after it. */
  tell(kind: NodeOrder["kind"], ms?: number): Promise<NodeReport>;
  /** Ends it at once, and waits until it has. */
  end(): Promise<void>;
}

/** How a node is started. */
export interface NodeStart {
  readonly skewMs?: number;
  /** Whether its sessions are read; else three messages fill their queues. */
  readonly reads?: boolean;
  /** Told of the process before it has said anything. */
  readonly onFork?: ((child: ChildProcess) => void) | undefined;
}

/**
 * Starts a node.
 *
 * @param program - calls `serveBusNode`; its second argument is `broker`.
 * @param broker - the URL of the broker.
 */
export async function startBusProcess(
  program: URL,
  broker: string,
  start: NodeStart = {},
): Promise<BusProcess> {
  const child = fork(program, [JSON.stringify(start), broker], {
    execArgv: ["--expose-gc"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  start.onFork?.(child);
  const port = await within(portOf(child), "the port of a node", 20_000);
  let asked = 0;
  return {
    url: new URL(`http://127.0.0.1:${port}/sse`),
    freeze: () => freeze(child),
    signal: (name) => void child.kill(name),
    tell(kind, ms) {
      const number = asked++;
      const answer = answerTo(child, number);
      child.send({ kind, number, ...(ms === undefined ? {} : { ms }) });
      return within(answer, `the answer to ${kind}`, 20_000);
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    },
  };
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    const listener = (message: unknown): void => {
      const { port } = message as { port?: number };
      if (port === undefined) return;
      child.off("message", listener);
      resolve(port);
    };
    child.on("message", listener);
  });
}

function answerTo(child: ChildProcess, number: number): Promise<NodeReport> {
  return new Promise((resolve) => {
    const listener = (message: unknown): void => {
      const { answers, ...report } = message as NodeReport & { answers?: number };
      if (answers !== number) return;
      child.off("message", listener);
      resolve(report);
    };
    child.on("message", listener);
  });
}
