import { describe, expect, test, vi } from "vitest";
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
});
