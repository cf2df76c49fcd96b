import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import * as nodeModule from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { EXIT } from "../../src/cli/exit-code.ts";
import { runBin } from "./bin-process.ts";

// Processes start slowly on a machine that is busy.
vi.setConfig({ testTimeout: 30_000 });

describe("the process of mcp-sse", () => {
  test("exits with the code of what it did", async () => {
    expect(await runBin(["--version"])).toEqual({
      code: EXIT.ok,
      stdout: expect.stringMatching(/^\d/),
      stderr: "",
    });
    const { code, stdout, stderr } = await runBin(["serve"]);
    expect([code, stdout]).toEqual([EXIT.usage, ""]);
    expect(stderr).toContain("after --");
  });

  test("keeps what was compiled in a folder of this user's own, where Node can and the environment lets it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mcp-sse-cache-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const own = join(folder, "mcp-sse");
    const isKept = (): boolean => existsSync(own) && readdirSync(own).length > 0;
    const run = (env: Record<string, string>) =>
      runBin(["serve", "--help"], { env: { XDG_CACHE_HOME: folder, TMPDIR: folder, ...env } });
    await run({ NODE_DISABLE_COMPILE_CACHE: "1" });
    expect(isKept()).toBe(false);
    mkdirSync(own);
    // Another user could write to it.
    chmodSync(own, 0o777);
    await run({});
    expect(isKept()).toBe(false);
    chmodSync(own, 0o700);
    await run({});
    expect(isKept()).toBe("enableCompileCache" in nodeModule);
    expect(readdirSync(folder)).toEqual(["mcp-sse"]);
  });
});
