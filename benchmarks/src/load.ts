// The server under load: what sessions cost, and what they leave behind; readers that stall; floods; slow peers.
//
//     node dist/load.js                 all of it, at full size
//     node dist/load.js idle            or cycles, stalled, flood, loris
//     node dist/load.js idle read       one peer of idle or cycles; stalled has `without` and `beside`
//     node dist/load.js idle read 1000  so many sessions, cycles, messages or connections; for a flood, so many seconds

import { loadavg } from "node:os";
import { cycles } from "./load/cycles.ts";
import { flood } from "./load/flood.ts";
import { idle } from "./load/idle.ts";
import { loris } from "./load/loris.ts";
import { stalled } from "./load/stalled.ts";

/** @param words - parts that are wanted; none is all. */
type Program = (words: readonly string[], size: number | undefined) => Promise<void>;

const programs: Readonly<Record<string, Program>> = { idle, cycles, stalled, flood, loris };

const [wanted, ...rest] = process.argv.slice(2);
const size = rest.map(Number).find((word) => !Number.isNaN(word));
const words = rest.filter((word) => Number.isNaN(Number(word)));
console.log(`Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`);
for (const [name, program] of Object.entries(programs)) {
  if (wanted === undefined || wanted === name) await program(words, size);
}
