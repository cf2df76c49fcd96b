// How the scanners read the shared vectors: how many of them right in one chunk, and how many at every cut.

import { CONFORMANCE_PEERS, type ConformancePeer } from "./codec/conformance-peers.ts";
import { VECTORS, type VectorEvent } from "./codec/vectors.ts";
import { recordCount } from "./record.ts";

/** The two longer streams, of 80 kB and 1 MB, are cut at a few places, not at every one. */
const SHORT = 8192;
const FEW = 16;

for (const peer of CONFORMANCE_PEERS) {
  const wrong: string[] = [];
  let [whole, cut] = [0, 0];
  for (const { name, bytes, events } of VECTORS) {
    if (!(await reads(peer, [bytes], events))) wrong.push(name);
    else {
      whole++;
      if (await readsAtEveryCut(peer, bytes, events)) cut++;
      else wrong.push(`${name} (cut)`);
    }
  }
  console.log(`${peer.name}: ${whole} of ${VECTORS.length} whole, ${cut} at every cut`);
  const target = peer === CONFORMANCE_PEERS[0] ? { atLeast: VECTORS.length } : undefined;
  recordCount(`of ${VECTORS.length}, in one chunk`, peer.name, "vectors", whole, target);
  recordCount(`of ${VECTORS.length}, at every cut too`, peer.name, "vectors", cut, target);
  if (wrong.length > 0) console.log(`    not: ${wrong.join("; ")}`);
}

async function readsAtEveryCut(
  peer: ConformancePeer,
  bytes: Uint8Array,
  events: readonly VectorEvent[],
): Promise<boolean> {
  const isShort = bytes.length <= SHORT;
  const step = isShort ? 1 : Math.ceil(bytes.length / FEW);
  for (let place = 1; place < bytes.length; place += step) {
    if (!(await reads(peer, [bytes.slice(0, place), bytes.slice(place)], events))) return false;
  }
  return (
    !isShort ||
    reads(
      peer,
      Array.from(bytes, (byte) => Uint8Array.of(byte)),
      events,
    )
  );
}

/** Types and data only: not every peer tells the last event ID. */
async function reads(
  peer: ConformancePeer,
  chunks: readonly Uint8Array[],
  events: readonly VectorEvent[],
): Promise<boolean> {
  try {
    return JSON.stringify(await peer.read(chunks)) === JSON.stringify(events);
  } catch {
    return false;
  }
}
