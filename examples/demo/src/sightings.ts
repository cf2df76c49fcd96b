// What the server's side saw, counted, so that a step can wait for it and check that it came once.

import { EventEmitter, once } from "node:events";

const DEADLINE_MS = 10_000;

export type Sighting = "cancelled" | "closed";

export interface Sightings {
  mark(sighting: Sighting): void;
  count(sighting: Sighting): number;
  /** Settles when `sighting` was counted `count` times; rejects after 10 s. */
  reach(sighting: Sighting, count: number): Promise<void>;
}

export function createSightings(): Sightings {
  const counts: Record<Sighting, number> = { cancelled: 0, closed: 0 };
  const emitter = new EventEmitter();
  return {
    mark(sighting) {
      counts[sighting]++;
      emitter.emit(sighting);
    },
    count: (sighting) => counts[sighting],
    async reach(sighting, count) {
      const signal = AbortSignal.timeout(DEADLINE_MS);
      while (counts[sighting] < count) await once(emitter, sighting, { signal });
    },
  };
}
