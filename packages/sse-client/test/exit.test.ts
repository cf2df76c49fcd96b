// A program ends by itself once its connection is closed, and not before.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const run = promisify(execFile);

describe("a program", () => {
  test("ends by itself after close, after a failed connect, and after the server's end", {
    timeout: 30_000,
  }, async () => {
    const program = fileURLToPath(new URL("peer/program.mjs", import.meta.url));
    const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
    const { stdout } = await run(process.execPath, [program], { timeout: 20_000, env });
    expect(stdout).toBe("closed local\nfailed ERR_SSE_STATUS\nclosed peer\n");
  });
});
