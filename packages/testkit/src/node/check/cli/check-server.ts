#!/usr/bin/env node
// The command check-server: arguments in, exit code out.

import { checkServer } from "../check-server.ts";
import { isAtLeast } from "../report.ts";
import { readArguments, USAGE } from "./arguments.ts";
import { textOf } from "./show.ts";

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    const command = readArguments(args, process.env);
    if (command === "help") {
      process.stdout.write(`${USAGE}\n`);
      return 0;
    }
    const { url, options, level, isJson } = command;
    const report = await checkServer(url, options);
    process.stdout.write(isJson ? `${JSON.stringify(report, null, 2)}\n` : `${textOf(report)}\n`);
    const isBroken = report.results.some((one) => one.outcome === "fail" && isAtLeast(one.level, level));
    return isBroken ? 1 : 0;
  } catch (error) {
    process.stderr.write(`check-server: ${(error as Error).message}\n\n${USAGE}\n`);
    return 2;
  }
}
