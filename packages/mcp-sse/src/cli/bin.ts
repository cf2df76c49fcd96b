#!/usr/bin/env node
// argv in, exit code out; nothing else.

import { main } from "./main.ts";
import { processTerminal } from "./terminal.ts";

/** How long what is left over may keep the process, in ms: there should be nothing. */
const LAST_MS = 1_000;

// From Node 22.1: what the next file compiles to is kept for the next time, in the folder for temporary files.
const { enableCompileCache } = process.getBuiltinModule("node:module") as { enableCompileCache?(): unknown };
enableCompileCache?.();

// Not awaited: that is no CommonJS, which this is built to, because Node starts it sooner.
void main(process.argv.slice(2), processTerminal()).then((code) => {
  process.exitCode = code;
  setTimeout(() => process.exit(), LAST_MS).unref();
});
