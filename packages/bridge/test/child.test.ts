import { within } from "@mcp-sse/testkit";
import { describe, expect, test, vi } from "vitest";
import { StdioChild } from "../src/child.ts";
import { resolveCommand } from "../src/command.ts";
import type { BridgeError } from "../src/errors.ts";
import { resolveChildSettings, type StdioCommand } from "../src/options.ts";
import { isRunning, misbehaving } from "./served-child.ts";

// Processes start slowly on a machine that is busy.
vi.setConfig({ testTimeout: 30_000 });

function start(
  command: StdioCommand,
  killGraceMs = 100,
): { child: StdioChild; ended: (BridgeError | undefined)[] } {
  const ended: (BridgeError | undefined)[] = [];
  const settings = resolveChildSettings({
    killGraceMs,
    childObserver: { ended: ({ reason }) => ended.push(reason) },
  });
  return { child: new StdioChild(1, resolveCommand(command), settings), ended };
}

describe("a child", () => {
  test("is a connection", async () => {
    const { child } = start(misbehaving());
    await child.connection.write({ jsonrpc: "2.0", id: 1, method: "echo" });
    expect(await child.connection.read()).toMatchObject({ id: 1, result: { pid: child.pid } });
    expect(child.isAlive).toBe(true);
    await child.connection.close();
    await child.ended;
    expect(child.isAlive).toBe(false);
  });

  test("ends with its stdin, if it is a good one, and is sent no signal", async () => {
    const { child, ended } = start(misbehaving(), 10_000);
    await child.connection.write({ jsonrpc: "2.0", id: 1, method: "echo" });
    await child.connection.read();
    await within(child.connection.close(), "the end");
    await child.ended;
    expect(ended).toEqual([undefined]);
  });

  test("is ended by SIGKILL, if it does not listen", async () => {
    const { child } = start(misbehaving("deaf", "stdin-deaf"), 20);
    await child.connection.write({ jsonrpc: "2.0", id: 1, method: "echo" });
    await child.connection.read();
    child.terminate();
    child.terminate();
    await within(child.ended, "the end");
    expect(isRunning(child.pid as number)).toBe(false);
  });

  test("can be killed here and now", async () => {
    const { child, ended } = start(misbehaving("deaf", "stdin-deaf"), 10_000);
    child.kill();
    await within(child.ended, "the end");
    expect(ended).toEqual([undefined]);
    expect(await child.connection.closed).toMatchObject({ cause: { exit: { signal: "SIGKILL" } } });
  });

  test("that cannot be started has ended, and says why", async () => {
    const { child, ended } = start({ command: `${import.meta.dirname}/unstartable` });
    expect(child.pid).toBeUndefined();
    expect(await child.connection.closed).toMatchObject({ cause: { code: "ERR_BRIDGE_START" } });
    await child.ended;
    child.terminate();
    child.kill();
    expect(ended).toMatchObject([{ code: "ERR_BRIDGE_START", cause: { code: "ENOENT" } }]);
  });

  test("that cannot even be tried is the same", async () => {
    const { child } = start({ command: process.execPath, args: ["x".repeat(4_000_000)] });
    expect(await child.connection.closed).toMatchObject({ cause: { code: "ERR_BRIDGE_START" } });
    await child.ended;
  });
});
