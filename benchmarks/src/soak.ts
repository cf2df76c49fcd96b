// The soak, which is a test, as figures. It runs in the test runner, because both ends are taken from their sources.
//
//     node benchmarks/dist/soak.js          a minute
//     node benchmarks/dist/soak.js 1200     so many seconds

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figure } from "./figure.ts";
import { isQuick, record, recordCount, type Target } from "./record.ts";

const root = join(import.meta.dirname, "../..");
const TEST = "packages/mcp-sse/test/faults/soak.ci.test.ts";

/** What the test writes down. */
interface Outcome {
  readonly seed: number;
  readonly sessions: number;
  readonly sent: number;
  readonly delivered: number;
  /** How clients ended, by their own words. */
  readonly ends: Readonly<Record<string, number>>;
  readonly broken: number;
  readonly left: Readonly<Record<string, number>>;
  readonly heapMiB: readonly number[];
  readonly growthMiB: number;
  readonly keptMiB: number;
}

const seconds = Number(process.argv[2] ?? (isQuick ? 15 : 60));
const folder = mkdtempSync(join(tmpdir(), "mcp-sse-soak-"));
const file = join(folder, "outcome");
try {
  const child = spawn("pnpm", ["exec", "vitest", "run", "--config", "vitest.ci.config.ts", TEST], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, VITE_SOAK_SECONDS: String(seconds), VITE_SOAK_OUTCOME: file },
  });
  const [code] = (await once(child, "close")) as [number | null];
  // A gate that did not hold is a figure too, and shows as missed.
  keep(JSON.parse(readFileSync(file, "utf8")) as Outcome);
  if (code !== 0) console.error("a gate of the soak did not hold");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function keep({ seed, sessions, sent, delivered, ends, broken, left, heapMiB, ...rest }: Outcome): void {
  const workload = `${seconds} s, seed ${seed}`;
  const count = (column: string, value: number, target?: Target, unit = column): void =>
    recordCount(workload, column, unit, value, target);
  count("sessions", sessions);
  for (const [reason, number] of Object.entries(ends)) count(`ended: ${reason}`, number);
  count("messages sent", sent);
  count("messages delivered", delivered);
  record({ workload, column: `heap, ${heapMiB.length} looks`, unit: "MiB", ...figure(heapMiB) });
  count("its slope, in all of the time", rest.growthMiB, { atMost: 8 }, "MiB");
  count("heap when all is over, beside the first look", rest.keptMiB, { atMost: 1 }, "MiB");
  count("duplicates, damage, wrong sessions, hangs, ends untold or told twice", broken, { atMost: 0 });
  const leftovers = Object.values(left).reduce((sum, number) => sum + number, 0);
  count("sessions, streams, sockets and timers left", leftovers, { atMost: 0 });
}
