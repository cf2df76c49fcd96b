import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { liveProcesses } from "../../../src/cli/serve/live-processes.ts";

// Processes start slowly on a machine that is busy.
vi.setConfig({ testTimeout: 30_000 });

test("processes that live are killed, and those that have ended are not", async () => {
  const kill = vi.spyOn(process, "kill");
  const child = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"], {
    detached: true,
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  const processes = liveProcesses();
  const started = vi.fn();
  const ended = vi.fn();
  const observer = processes.watching({ started, ended });
  const infoOf = (pid: number | undefined) => ({ number: 1, pid, session: undefined });
  for (const pid of [child.pid, 2 ** 30, undefined]) observer.started?.({ child: infoOf(pid) });
  observer.ended?.({ child: infoOf(2 ** 30), reason: undefined });
  expect([started.mock.calls.length, ended.mock.calls.length]).toEqual([3, 1]);
  processes.kill();
  expect(await exited).toEqual([null, "SIGKILL"]);
  expect(kill.mock.calls).toEqual([[-(child.pid as number), "SIGKILL"]]);
  processes.kill();
  vi.restoreAllMocks();
});
