// Starts a server under test in a process of its own, and asks it.

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Commands, Ready, Reply } from "./commands.ts";
import type { PeerName, ShortLimits } from "./peers.ts";

/** Compiled, wherever this file runs from: a server under test is what is published. */
const PROGRAM = fileURLToPath(new URL("../../dist/server/serve.js", import.meta.url));

/** A server that listens on loopback. */
export class ServerProcess {
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #asked = 0;

  private constructor(child: ChildProcess, port: number) {
    this.port = port;
    this.#child = child;
    child.on("message", (reply: Reply) => {
      this.#waiting.get(reply.id)?.(reply.answer);
      this.#waiting.delete(reply.id);
    });
  }

  /** Starts it; resolves when it listens. */
  static async start(peer: PeerName, limits: ShortLimits = {}): Promise<ServerProcess> {
    const child = fork(PROGRAM, [JSON.stringify({ peer, limits })], { execArgv: ["--expose-gc"] });
    const { port } = await new Promise<Ready>((resolve, reject) => {
      child.once("message", (ready: Ready) => resolve(ready));
      child.once("exit", (code) => reject(new Error(`the server ended with ${code} before it listened`)));
    });
    child.removeAllListeners("exit");
    return new ServerProcess(child, port);
  }

  /** Whether the process lives. */
  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Asks, and waits for the answer. Rejects if the process has ended. */
  ask<Name extends keyof Commands>(
    name: Name,
    ...[given]: Commands[Name]["given"] extends undefined ? [] : [Commands[Name]["given"]]
  ): Promise<Commands[Name]["answer"]> {
    const id = this.#asked++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, resolve as (answer: unknown) => void);
      this.#child.send({ id, ask: name, given }, (error) => error && reject(error));
    });
  }

  /** CPU time of the process during some work, in µs. */
  async cpuOf(work: () => Promise<unknown>): Promise<number> {
    const before = await this.ask("cpu");
    await work();
    return (await this.ask("cpu")) - before;
  }

  /** Waits until it holds so many sessions. */
  async holds(sessions: number, timeoutMs = 30_000): Promise<void> {
    const giveUpAt = Date.now() + timeoutMs;
    for (;;) {
      const held = await this.ask("count");
      if (held === sessions) return;
      if (Date.now() > giveUpAt) throw new Error(`the server holds ${held} sessions, not ${sessions}`);
    }
  }

  /** Ends the process. */
  stop(): void {
    this.#child.disconnect();
  }
}
