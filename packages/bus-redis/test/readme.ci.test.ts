// The README's program, on a real broker: without one it only says what it needs.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { startRedis } from "@mcp-sse/testkit/node";
import { expect, onTestFinished, test } from "vitest";

test("the README's program delivers a POST of one node to a session of the other", async () => {
  const broker = await startRedis();
  onTestFinished(() => broker.close());
  const home = new URL("..", import.meta.url);
  const [, program = ""] =
    /```js\n([\s\S]*?)```/.exec(readFileSync(new URL("README.md", home), "utf8")) ?? [];
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: home.pathname,
    env: { ...process.env, REDIS_URL: `redis://127.0.0.1:${broker.port}` },
    timeout: 30_000,
  });
  expect(stdout.trim().split("\n").sort()).toEqual(["202", "a was sent notifications/hello"]);
});
