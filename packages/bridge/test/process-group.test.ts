import { spawn } from "node:child_process";
import { once } from "node:events";
import { until } from "@mcp-sse/testkit";
import { expect, test, vi } from "vitest";
import { signalGroup } from "../src/process-group.ts";

// Processes start slowly on a machine that is busy.
vi.setConfig({ testTimeout: 30_000 });

test("a signal reaches a group, also when its leader has gone", async () => {
  const sleeper = "setInterval(() => {}, 1000)";
  const program = `
    const { spawn } = require("node:child_process");
    console.log(spawn(process.execPath, ["--eval", ${JSON.stringify(sleeper)}], { stdio: "ignore" }).pid);
    process.exit();
  `;
  const leader = spawn(process.execPath, ["--eval", program], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { pid } = leader as { pid: number };
  await once(leader, "exit");
  expect(signalGroup(pid, 0)).toBe(true);
  expect(signalGroup(pid, "SIGKILL")).toBe(true);
  await until(() => !signalGroup(pid, 0));
  expect(signalGroup(pid, "SIGTERM")).toBe(false);
});
