import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { freeze } from "../../src/node/freeze.ts";

/** Three threads that do nothing else than run. */
const SPINNING = `
  const { Worker } = require("node:worker_threads");
  for (let each = 0; each < 3; each++) new Worker("for (;;);", { eval: true });
  console.log("spinning");
`;

/** How long a process's threads have run, each. */
async function ranFor(pid: number): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  return Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/schedstat`, "latin1")));
}

test("freeze resolves when no thread of a process runs any more, until it is let go on", async () => {
  const child = spawn(process.execPath, ["-e", SPINNING], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  const pid = child.pid ?? 0;
  for (let round = 0; round < 20; round++) {
    await freeze(child);
    const frozen = await ranFor(pid);
    expect(await ranFor(pid)).toEqual(frozen);
    child.kill("SIGCONT");
    await expect.poll(() => ranFor(pid), { interval: 1 }).not.toEqual(frozen);
  }
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect(freeze(child)).rejects.toThrow("no process");
});
