import { describe, expect, test, vi } from "vitest";
import { EXIT } from "../../src/cli/exit-code.ts";
// Loaded here, so that no test waits for it.
import "../../src/cli/commands/serve.ts";
import { main } from "../../src/cli/main.ts";
import { fakeTerminal } from "./fake-terminal.ts";

// A busy machine is slow.
vi.setConfig({ testTimeout: 30_000 });

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

describe("mcp-sse", () => {
  test("without a command shows its help on stderr, and fails", async () => {
    const { code, out, err } = await run();
    expect([code, out]).toEqual([EXIT.usage, ""]);
    expect(err).toContain("Usage: mcp-sse <command>");
  });

  test.each([["--help"], ["-h"], ["help"]])("%s shows it on stdout", async (option) => {
    const { code, out, err } = await run(option);
    expect([code, err]).toEqual([EXIT.ok, ""]);
    expect(out).toContain("Usage: mcp-sse <command>");
  });

  test.each([["--version"], ["-v"]])("%s shows the version and nothing else", async (option) => {
    const { code, out, err } = await run(option);
    expect([code, err]).toEqual([EXIT.ok, ""]);
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each([[["serve", "--help"]], [["help", "serve"]], [["serve", "--prot", "-h"]]])(
    "%j shows the command's help",
    async (argv) => {
      const { code, out } = await run(...argv);
      expect(code).toBe(EXIT.ok);
      expect(out).toContain("Usage: mcp-sse serve");
    },
  );

  test("takes a --help after -- for the command's own", async () => {
    const { code, out } = await run("serve", "--prot", "--", "x", "--help");
    expect([code, out]).toEqual([EXIT.usage, ""]);
  });

  test("explains what it does not know", async () => {
    const { code, err } = await run("serv");
    expect(code).toBe(EXIT.usage);
    expect(err).toBe(
      "mcp-sse: unknown command serv\n  Did you mean: mcp-sse serve\n  mcp-sse --help lists the commands.\n",
    );
    expect((await run("--verson")).err).toContain("unknown option --verson");
    expect((await run("constructor")).code).toBe(EXIT.usage);
  });
});
