import type { SseSession } from "@mcp-sse/sse-server";
import { until, within } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ChildPool } from "../src/child-pool.ts";
import { resolveCommand } from "../src/command.ts";
import { resolveChildSettings, type StdioCommand } from "../src/options.ts";
import { gone, isRunning, misbehaving } from "./served-child.ts";

// Processes start slowly on a machine that is busy.
vi.setConfig({ testTimeout: 30_000 });

const session = {} as SseSession;

function pool(warm: number, command: StdioCommand = misbehaving()): { children: ChildPool; pids: number[] } {
  const pids: number[] = [];
  const settings = resolveChildSettings({
    warm,
    killGraceMs: 50,
    childObserver: { started: ({ child }) => pids.push(child.pid as number) },
  });
  const children = new ChildPool(resolveCommand(command), settings);
  onTestFinished(async () => {
    children.close();
    await children.ended(0);
  });
  return { children, pids };
}

describe("children", () => {
  test("are started when they are asked for", async () => {
    const { children, pids } = pool(0);
    expect(pids).toEqual([]);
    const [a, b] = [children.take(session), children.take(session)];
    expect([a.number, b.number]).toEqual([1, 2]);
    expect(pids).toEqual([a.pid, b.pid]);
    expect(a.session).toBe(session);
  });

  test("wait for a session where some are to be warm, and are replaced", async () => {
    const { children, pids } = pool(2);
    expect(pids).toHaveLength(2);
    const taken = children.take(session);
    expect(taken.pid).toBe(pids[0]);
    await until(() => pids.length === 3);
    expect(children.take(session).pid).toBe(pids[1]);
  });

  test("that died while they waited are given to nobody, and are not replaced in a hurry", async () => {
    const { children, pids } = pool(1);
    process.kill(pids[0] as number, "SIGKILL");
    await gone(pids);
    await until(() => children.take(session).pid !== pids[0]);
    expect(pids.length).toBeLessThan(20);
  });

  test("are asked to end with the pool, also those that serve", async () => {
    const { children, pids } = pool(1);
    const { connection } = children.take(session);
    await until(() => pids.length === 2);
    children.close();
    expect(await connection.closed).toEqual({ code: "local" });
    await gone(pids);
  });

  test("all end with the pool, at its deadline at the latest", async () => {
    const { children, pids } = pool(1, misbehaving("deaf", "stdin-deaf"));
    children.take(session);
    await until(() => pids.length === 2);
    children.close();
    await within(children.ended(10), "the end");
    expect(pids.filter(isRunning)).toEqual([]);
    await children.ended(Number.POSITIVE_INFINITY);
  });
});
