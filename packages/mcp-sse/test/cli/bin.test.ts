import { describe, expect, test } from "vitest";
import { EXIT } from "../../src/cli/exit-code.ts";
import { runBin } from "./bin-process.ts";

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
