// Runs scenarios, keeps what they gave, and writes tables and charts from it.
//
//     pnpm bench                        all of them, in full
//     pnpm bench --quick                fewer rounds and workloads: some minutes; shown, and not kept without --keep
//     pnpm bench codec import           these
//     pnpm bench codec:a1,b idle:read   these parts of them, kept beside what is kept of their other parts
//     pnpm bench --list                 what there is, and how long each takes
//     pnpm bench --write                writes tables and charts anew from what is kept, and measures nothing

import { parseArgs } from "node:util";
import { keepRun } from "./bench/results.ts";
import { runScenario } from "./bench/run-scenario.ts";
import { chosenScenarios, listOf } from "./bench/scenarios.ts";
import { tableOf } from "./bench/tables.ts";
import { writeAll } from "./bench/write-all.ts";

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

if (values.list) console.log(listOf());
else {
  if (!values.write) await measureAll();
  if (values.write || !values.quick || values.keep) writeAll();
}

/** What fails does not take the others with it. */
async function measureAll(): Promise<void> {
  for (const choice of chosenScenarios(positionals, values.quick)) {
    const { scenario, parts } = choice;
    const { name, title, seconds } = scenario;
    const expected = parts.length > 0 ? "" : `, about ${values.quick ? seconds.quick : seconds.full} s`;
    console.log(`\n=== ${name}: ${title}${expected}`);
    try {
      const run = await runScenario(choice, values.quick);
      console.log(`\n${tableOf(run.rows, scenario.layout)}\n${name} took ${run.seconds} s`);
      if (!values.quick || values.keep) keepRun(scenario, run, parts.length > 0);
    } catch (error) {
      console.error(`${name} failed:`, error);
      process.exitCode = 1;
    }
  }
}
