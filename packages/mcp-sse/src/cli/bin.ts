#!/usr/bin/env node
// argv in, exit code out; nothing else.

import { main } from "./main.ts";
import { processTerminal } from "./terminal.ts";

/** How long what is left over may keep the process, in ms: there should be nothing. */
const LAST_MS = 1_000;

// `mcp-sse tools <url> | head -1`: whoever read has had enough, which is no error of ours.
for (const screen of [process.stdout, process.stderr]) screen.on("error", () => {});
process.exitCode = await main(process.argv.slice(2), processTerminal());
setTimeout(() => process.exit(), LAST_MS).unref();
