#!/usr/bin/env node
// argv in, exit code out; nothing else.

import { main } from "./main.ts";
import { processTerminal } from "./terminal.ts";

/** How long what is left over may keep the process, in ms: there should be nothing. */
const LAST_MS = 1_000;

// From Node 22.1: what the files that are loaded from here on compile to is kept for the next start, in the folder for
// temporary files.
const { enableCompileCache } = process.getBuiltinModule("node:module") as { enableCompileCache?(): unknown };
enableCompileCache?.();

// No `await` here: this is built to CommonJS, which has none at the top, because Node starts it sooner.
void main(process.argv.slice(2), processTerminal()).then((code) => {
  process.exitCode = code;
  setTimeout(() => process.exit(), LAST_MS).unref();
});
