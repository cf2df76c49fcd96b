import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { startFlawed, TOKEN } from "../server/flawed-server.ts";

const BIN = new URL("../../../../dist/node/check/cli/check-server.js", import.meta.url).pathname;

async function command(...args: string[]) {
  const child = spawn(process.execPath, [BIN, ...args], { env: { TOKEN: TOKEN.replace("Bearer ", "") } });
  const out = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      out[stream] += text;
    });
  }
  const [code] = (await once(child, "close")) as [number];
  return { code, ...out };
}

test("the command says by its exit code whether something at the asked level failed", async () => {
  const server = await startFlawed("lets caches keep it");
  onTestFinished(() => server.close());
  const args = [server.url.href, "--bearer-env", "TOKEN", "--only", "get"];
  const [strict, lenient, wrong] = await Promise.all([
    command(...args),
    command(...args, "--level", "should", "--json"),
    command("--level", "should"),
  ]);
  expect(strict).toMatchObject({
    code: 1,
    stderr: "",
    stdout: expect.stringMatching(/5 passed, 1 failed\n$/),
  });
  expect(lenient.code).toBe(0);
  expect(JSON.parse(lenient.stdout)).toMatchObject({ passed: 5, failed: 1, notRun: 0 });
  expect(wrong).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("Usage: check-server"),
  });
});
