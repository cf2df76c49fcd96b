// Starts a node in a process of its own, and asks it.

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { NodeQuestions, NodeSetup, Ready } from "./words.ts";

/** Compiled, wherever this file runs from: what is measured is what is published. */
const PROGRAM = fileURLToPath(new URL("../../dist/bus/node-main.js", import.meta.url));

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** A node that is ready. */
export class NodeProcess {
  /** Its name on the bus. */
  readonly node: string;
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  private constructor(child: ChildProcess, { node, port }: Ready) {
    this.node = node;
    this.port = port;
    this.#child = child;
    child.on("message", ({ id, answer, failure }: { id: number; answer?: unknown; failure?: string }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (failure === undefined) waiting?.resolve(answer);
      else waiting?.reject(new Error(failure));
    });
  }

  /** Starts it; resolves when it is ready. */
  static async start(setup: NodeSetup): Promise<NodeProcess> {
    const child = fork(PROGRAM, [JSON.stringify(setup)], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    const ready = await new Promise<Ready>((resolve, reject) => {
      child.once("message", (it: Ready) => resolve(it));
      child.once("exit", (code) => reject(new Error(`the node ended with ${code} before it was ready`)));
    });
    child.removeAllListeners("exit");
    return new NodeProcess(child, ready);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Asks, and waits for the answer. */
  ask<Name extends keyof NodeQuestions>(
    name: Name,
    ...[given]: NodeQuestions[Name]["given"] extends undefined ? [] : [NodeQuestions[Name]["given"]]
  ): Promise<NodeQuestions[Name]["answer"]> {
    const id = this.#asked++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.#child.send({ id, ask: name, given }, (error) => error && reject(error));
    });
  }

  /** Kills it, as a machine that loses its power; or ends it. */
  stop(how: "kill" | "end" = "end"): void {
    if (how === "kill") this.#child.kill("SIGKILL");
    else if (this.#child.connected) this.#child.disconnect();
  }
}
