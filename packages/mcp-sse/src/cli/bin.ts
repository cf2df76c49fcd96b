#!/usr/bin/env node
// argv in, exit code out; nothing else.

import { main } from "./main.ts";
import { processTerminal } from "./terminal.ts";

/** How long what is left over may keep the process, in ms: there should be nothing. */
const LAST_MS = 1_000;

process.exitCode = await main(process.argv.slice(2), processTerminal());
setTimeout(() => process.exit(), LAST_MS).unref();
