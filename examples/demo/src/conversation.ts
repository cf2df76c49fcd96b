// One whole conversation, the same for every pair of client and server. Each step verifies what it got
// and fails if it is not what the server must have sent.

import { strict as assert } from "node:assert";
import type { Peer } from "./peer.ts";
import { SAMPLE } from "./peer.ts";

/** The tools of one server that the conversation uses, and what they are to answer. */
export interface Script {
  readonly serverName: string;
  /** Calls made at the same time, each with arguments of its own. */
  readonly parallel: number;
  readonly add: { readonly tool: string; answer(a: number, b: number): string };
  /** Reports progress 1 to `steps`, then answers. */
  readonly count: { readonly tool: string; readonly args: Record<string, unknown>; readonly steps: number };
  /** Asks the client to sample a model, and answers with what the client said. */
  readonly ask: { readonly tool: string; readonly args: Record<string, unknown> };
  /** Answers with a text of `length` characters. */
  readonly big?: { readonly tool: string; readonly length: number };
  /** Answers late, so that the call can be cancelled; `cancelled` settles when the server knows. */
  readonly wait: {
    readonly tool: string;
    readonly args: Record<string, unknown>;
    cancelled?(): Promise<void>;
  };
  /** Settles when the server has told its side that the session ended. */
  ended?(): Promise<void>;
}

export interface Step {
  readonly name: string;
  readonly ms: number;
  /** Why it failed, if it did. */
  readonly error?: unknown;
}

/** Runs the conversation to its end, past a step that failed; says what was done, and how long each took. */
export async function converse(connect: () => Promise<Peer>, script: Script): Promise<Step[]> {
  const steps: Step[] = [];
  const step = async (name: string, run: () => Promise<void>): Promise<void> => {
    const start = performance.now();
    try {
      await run();
      steps.push({ name, ms: performance.now() - start });
    } catch (error) {
      steps.push({ name, ms: performance.now() - start, error });
    }
  };

  let connected: Peer | undefined;
  await step("initialize", async () => {
    connected = await connect();
    assert.equal(connected.serverName, script.serverName);
  });
  if (connected === undefined) return steps;
  const peer = connected;

  await step("list", async () => {
    const tools = await peer.listTools();
    for (const { tool } of [script.add, script.count, script.ask, script.wait]) {
      assert.ok(tools.includes(tool), `the server lists ${tool}`);
    }
  });

  await step("parallel calls", async () => {
    const calls = Array.from({ length: script.parallel }, (_, n) => n);
    const answers = await Promise.all(
      calls.map((n) => peer.callTool(script.add.tool, { a: n, b: 1000 * n })),
    );
    assert.deepEqual(
      answers,
      calls.map((n) => script.add.answer(n, 1000 * n)),
    );
  });

  await step("progress", async () => {
    const seen: number[] = [];
    await peer.callTool(script.count.tool, script.count.args, {
      onProgress: (progress) => seen.push(progress),
    });
    assert.deepEqual(
      seen,
      Array.from({ length: script.count.steps }, (_, n) => n + 1),
    );
  });

  await step("ask back", async () => {
    const answer = await peer.callTool(script.ask.tool, script.ask.args);
    assert.ok(answer.includes(SAMPLE), "the tool's answer holds what the client was asked for");
  });

  if (script.big !== undefined) {
    const { tool, length } = script.big;
    await step("1 MiB", async () => {
      const text = await peer.callTool(tool, {});
      assert.equal(text.length, length);
      assert.equal(text, "0123456789abcdef".repeat(length / 16));
    });
  }

  await step("cancel", async () => {
    const abort = new AbortController();
    const call = peer.callTool(script.wait.tool, script.wait.args, {
      signal: abort.signal,
      onProgress: () => abort.abort(new Error("changed our mind")),
    });
    await assert.rejects(call);
    await script.wait.cancelled?.();
  });

  await step("close", async () => {
    await peer.close();
    await script.ended?.();
    assert.equal(peer.ends, 1, "the client was told once that its connection ended");
  });
  return steps;
}
