#!/usr/bin/env node
// The command check-client: starts a client per case, and ends with 0 if each did what is right.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { checkClient } from "../client/check-client.ts";
import { textOf } from "./show.ts";

const USAGE = `Usage: check-client <command> <argument>... {url} ...

Starts the command once per case, with the URL of that case for {url}. It has to connect there, initialize, list the
tools, close, and end with 0; or end with something else when that fails.`;

process.exitCode = await main(process.argv.slice(2));

async function main(given: readonly string[]): Promise<number> {
  const [command, ...args] = given[0] === "--" ? given.slice(1) : given;
  if (command === undefined || !args.some((argument) => argument.includes("{url}"))) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const report = await checkClient(
    async (url, signal) => {
      const child = spawn(
        command,
        args.map((argument) => argument.replaceAll("{url}", url.href)),
        {
          stdio: "ignore",
          signal,
          killSignal: "SIGKILL",
        },
      );
      const [code] = (await once(child, "close")) as [number | null];
      if (code !== 0) throw new Error(`it ended with ${code}`);
    },
    { timeoutMs: 15_000 },
  );
  process.stdout.write(`${textOf(report)}\n`);
  return report.failed === 0 ? 0 : 1;
}
