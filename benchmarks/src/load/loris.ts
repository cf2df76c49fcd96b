// Peers that are as slow as they can be.

import { figure, figureOfRatios, show } from "../harness.ts";
import { record, recordCount } from "../record.ts";
import { type LorisResult, slowLoris } from "../server/slow-loris.ts";

const ROUNDS = 5;
const DEADLINE_MS = 5_000;

/** Others are held to what they are beside a flood of bad POSTs. */
const UNAFFECTED_MS = 100;

/** Opens slow connections beside sessions that call, several times. */
export async function loris(_words: readonly string[], connections = 2_000): Promise<void> {
  const results: LorisResult[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    results.push(await slowLoris({ connections, perSecond: 500, good: 100, deadlineMs: DEADLINE_MS }));
  }
  const cut = Math.min(...results.map((one) => one.cut.head + one.cut.body));
  const answered = figure(results.map((one) => one.answered.last));
  const closed = figure(results.map((one) => one.closed.last));
  const quiet = results.map(({ quietP99 }) => quietP99);
  const busy = results.map(({ p99 }) => p99);
  const ratio = figureOfRatios(busy, quiet);
  console.log(`\n${connections} connections that never end head or body, deadlines of ${DEADLINE_MS} ms`);
  console.log(
    `  ${cut} cut: the last was refused after ${show(answered, 0)} ms, and closed after ${show(closed, 0)}`,
  );
  console.log(`  by status, in the first round: ${JSON.stringify(results[0]?.statuses)}`);
  console.log(
    `  p99 of calls ${show(figure(quiet), 1)} ms without, ${show(figure(busy), 1)} ms beside them: ${show(ratio)}`,
  );
  const slow = `${connections} slow connections`;
  recordCount(slow, "cut, in each round", "connections", cut, { atLeast: connections });
  // Node looks after heads twenty times in a deadline, and a refused body is swallowed for a second.
  const late = { atMost: 1.1 * DEADLINE_MS };
  record({ workload: slow, column: "the last refused after", unit: "ms", ...answered, target: late });
  record({ workload: slow, column: "the last closed after", unit: "ms", ...closed });
  const calls = "100 sessions that call";
  record({ workload: calls, column: "p99 without", unit: "ms", ...figure(quiet) });
  record({
    workload: calls,
    column: "p99 beside them",
    unit: "ms",
    ...figure(busy),
    target: { atMost: UNAFFECTED_MS },
  });
  record({ workload: calls, column: "p99 beside them", unit: "times without", ...ratio });
}
