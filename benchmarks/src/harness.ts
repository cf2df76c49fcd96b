// Measures peers against each other: in one process, interleaved, so that whatever else the
// machine does falls on all of them alike, and in CPU time (user and system, garbage collection
// included), which a neighbour disturbs less than the clock on the wall. A figure is a median with
// its spread, or it is nothing.

import { type Figure, figure, figureOfRatios } from "./figure.ts";
import { refuseStale } from "./fresh.ts";
import { roundsOf } from "./record.ts";

export { type Figure, figure, figureOfRatios, show } from "./figure.ts";

refuseStale();

/** One way to do the work. Returns what it produced, so that the work can be compared and not skipped. */
export interface Peer {
  readonly name: string;
  run(): number | Promise<number>;
}

export interface Measured {
  readonly name: string;
  /** CPU milliseconds per run. */
  readonly time: Figure;
  /** How many times faster the first peer is, round by round. */
  readonly ratio: Figure;
}

export interface MeasureOptions {
  /** Samples per peer. Below 5 there is no spread worth its name. */
  readonly rounds?: number;
  /** Shortest sample, in ms of CPU: runs are repeated until it is reached. */
  readonly sampleMs?: number;
}

/** Runs every peer once per round, in rotated order, and compares all to the first. */
export async function measure(peers: readonly Peer[], options: MeasureOptions = {}): Promise<Measured[]> {
  const { rounds = roundsOf(11), sampleMs = 25 } = options;
  if (rounds < 5) throw new RangeError(`rounds must be at least 5, got ${rounds}`);

  const want = await peers[0]?.run();
  const repeats: number[] = [];
  for (const peer of peers) {
    const got = await peer.run();
    if (got !== want) throw new Error(`${peer.name} produced ${got}, ${peers[0]?.name} ${want}`);
    repeats.push(await calibrate(peer, sampleMs));
  }

  const samples = await interleave(
    peers.map((peer, index) => () => timePerRun(peer, repeats[index] ?? 1)),
    rounds,
  );
  const [first = []] = samples;
  return peers.map(({ name }, index) => {
    const own = samples[index] ?? [];
    return { name, time: figure(own), ratio: figureOfRatios(own, first) };
  });
}

/** Takes a sample of each peer per round, in rotated order; gives each peer's samples, by round. */
export async function interleave(
  peers: readonly (() => Promise<number>)[],
  rounds: number,
): Promise<number[][]> {
  const samples = peers.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < peers.length; turn++) {
      const index = (round + turn) % peers.length;
      const sample = await peers[index]?.();
      if (sample !== undefined) samples[index]?.push(sample);
    }
  }
  return samples;
}

/** Warms a peer up and finds out how many runs fill a sample. */
async function calibrate(peer: Peer, sampleMs: number): Promise<number> {
  let repeats = 1;
  for (let warm = 0; ; ) {
    const elapsed = (await timePerRun(peer, repeats)) * repeats;
    warm += elapsed;
    if (elapsed < sampleMs) repeats = Math.ceil(repeats * Math.min(10, Math.max(1.2, sampleMs / elapsed)));
    else if (warm > 10 * sampleMs) return repeats;
  }
}

async function timePerRun(peer: Peer, repeats: number): Promise<number> {
  const start = process.cpuUsage();
  for (let run = 0; run < repeats; run++) {
    const made = peer.run();
    if (typeof made !== "number") await made;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / repeats;
}
