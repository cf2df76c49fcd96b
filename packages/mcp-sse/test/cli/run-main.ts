// A command line run in this process, on a terminal that is none.

import { main } from "../../src/cli/main.ts";
import { fakeTerminal } from "./fake-terminal.ts";

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly isTTY?: boolean;
  readonly input?: string;
}

/** Runs `mcp-sse` to its end. */
export async function runMain(
  argv: readonly string[],
  { input = "", ...options }: RunOptions = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const terminal = fakeTerminal(options);
  terminal.stdin.end(input);
  const code = await main(argv, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}
