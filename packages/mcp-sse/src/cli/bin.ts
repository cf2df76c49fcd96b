#!/usr/bin/env node
// argv in, exit code out; nothing else.

import { keepCompiled } from "./compile-cache.ts";
import { EXIT } from "./exit-code.ts";
import { main } from "./main.ts";
import { processTerminal } from "./terminal.ts";

/** How long what is left over may keep the process, in ms: there should be nothing. */
const LAST_MS = 1_000;

// What the files that are loaded from here on compile to is kept for the next start.
keepCompiled();

// No `await` here: this is built to CommonJS, which has none at the top, because Node starts it sooner.
void run().then((code) => {
  process.exitCode = code;
  setTimeout(() => process.exit(), LAST_MS).unref();
});

async function run(): Promise<number> {
  const terminal = processTerminal();
  const code = await main(process.argv.slice(2), terminal);
  const failure = await terminal.finish();
  if (failure === undefined) return code;
  terminal.stderr.write(`mcp-sse: stdout cannot be written (${failure.code ?? failure.message})\n`);
  return EXIT.failed;
}
