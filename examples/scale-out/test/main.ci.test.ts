// The example itself, as a person starts it, with real brokers and nginx.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

test.each(["redis", "nats"])(
  "With %s every POST is 202, 404 or 503 while instances restart, and none hangs",
  async (broker) => {
    const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));
    const child = spawn(process.execPath, [main, broker], { stdio: ["ignore", "pipe", "pipe"] });
    onTestFinished(() => void child.kill());
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        said += chunk;
      });
    }
    const [code] = await once(child, "exit");
    expect(said).toContain("restarted one by one");
    expect([code, said.match(/as promised/g)?.length], said).toEqual([0, 4]);
  },
);
