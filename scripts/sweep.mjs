// The long form of the fault sweep, whole or in parts that can be run one after another.
//
//     pnpm sweep                       all of it, in one go
//     pnpm sweep --part 3/12           the third of twelve parts; the same seed makes them one sweep
//     pnpm sweep --seed 7              with this seed; that of today's date without
//     pnpm sweep --form "two resets"   only forms whose title has these words
//
// What came of it is kept in .cache/sweep/<seed>.jsonl; `node tools/docs/faults.mjs <seed>` writes it into docs/faults.md.

import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const root = join(import.meta.dirname, "..");
const TEST = "packages/mcp-sse/test/faults/sweep.ci.test.ts";
const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    part: { type: "string", default: "1/1" },
    seed: { type: "string", default: new Date().toISOString().slice(0, 10).replaceAll("-", "") },
    form: { type: "string" },
  },
});
if (!/^[1-9]\d*\/[1-9]\d*$/.test(values.part)) throw new RangeError(`a part is as 3/12, not ${values.part}`);

mkdirSync(join(root, ".cache/sweep"), { recursive: true });
console.log(`sweep, part ${values.part}, seed ${values.seed}`);
const { status } = spawnSync(
  "pnpm",
  [
    ...["exec", "vitest", "run", "--config", "vitest.ci.config.ts"],
    TEST,
    ...(values.form === undefined ? [] : ["-t", values.form]),
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      VITE_TEST_SEED: values.seed,
      VITE_TEST_EFFORT: "10",
      VITE_SWEEP_PART: values.part,
      VITE_SWEEP_OUTCOME: join(root, `.cache/sweep/${values.seed}.jsonl`),
    },
  },
);
process.exitCode = status ?? 1;
