import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const BIN = new URL("../../../../dist/node/check/cli/check-client.js", import.meta.url).pathname;

async function command(...args: string[]) {
  const child = spawn(process.execPath, [BIN, ...args]);
  const out = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      out[stream] += text;
    });
  }
  const [code] = (await once(child, "close")) as [number];
  return { code, ...out };
}

test("the command starts a client per case, and says what each made of it", async () => {
  const [wrong, never] = await Promise.all([
    command("node", "client.mjs"),
    // A client that fails at everything is right wherever failing is.
    command("node", "--eval", "process.exit(1)", "{url}"),
  ]);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("Usage: check-client") });
  expect(never.code).toBe(1);
  expect(never.stdout).toMatch(/^pass .* get\.404 /m);
  expect(never.stdout).toMatch(/^FAIL .* endpoint\.path /m);
}, 60_000);
