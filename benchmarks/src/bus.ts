// What it costs that a POST finds its GET over a broker. Nodes are processes of their own, and so is the broker.
//
//     node dist/bus.js                every row
//     node dist/bus.js carry redis    one of carry, outcomes, event, beside; of one broker

import { loadavg } from "node:os";
import { beside } from "./bus/beside.ts";
import { carry } from "./bus/carry.ts";
import { event } from "./bus/event.ts";
import { outcomes } from "./bus/outcomes.ts";
import { CARRIERS } from "./bus/words.ts";

const ROWS = { carry, outcomes, event, beside };

const words = process.argv.slice(2);
const carriers = chosen(CARRIERS);
const rows = chosen(Object.keys(ROWS) as (keyof typeof ROWS)[]);

console.log(`Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}; median [quartiles] over rounds`);
for (const name of rows) await ROWS[name](carriers);

/** Those that were named; all, where none was. */
function chosen<Name extends string>(names: readonly Name[]): readonly Name[] {
  const named = names.filter((name) => words.includes(name));
  return named.length === 0 ? names : named;
}
