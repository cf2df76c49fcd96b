// Every way in which a network fails a connection, in one table: what a sweep goes through.

import { halfCloseAt, resetAt } from "./cut.ts";
import type { Fault } from "./fault.ts";
import { blackHole, silence } from "./hole.ts";
import { cutIdle } from "./idle-cut.ts";
import { delay, jitter, slow } from "./pace.ts";
import type { FaultProxy } from "./proxy.ts";
import { bufferUntil, coalesce, oneByteChunks } from "./regroup.ts";
import { REPLACED_ANSWERS, replaceAnswer } from "./replace.ts";
import { truncateBody } from "./truncate.ts";

/** How large the times and numbers of a table's faults are. */
export interface FaultScale {
  /** When TCP gives a black hole up, in ms: after whatever watches for silence. */
  readonly giveUpMs: number;
  /** An idle limit, in ms: longer than the keep-alive period, or it cuts every stream. */
  readonly idleCutMs: number;
  readonly delayMs: number;
  /** How long a restart takes, in ms. */
  readonly downMs: number;
  readonly bytesPerSecond: number;
  /** Where a cut happens, in bytes. */
  readonly atByte: number;
  readonly seed: number;
}

/** The faults at their real size. */
export const FULL_SCALE: FaultScale = {
  giveUpMs: 900_000,
  idleCutMs: 60_000,
  delayMs: 300,
  downMs: 2_000,
  bytesPerSecond: 1_024,
  atByte: 300,
  seed: 1,
};

/** What a class does to what is sent through it. */
export type FaultEffect =
  /** Everything arrives, sooner or later: nothing may end and nothing may fail. */
  | "delivers"
  /** Nothing ends, but a POST may fail, with an error. */
  | "spares streams"
  /** Nothing arrives, or not all of it. */
  | "breaks";

/** One way to fail. */
export interface FaultClass {
  readonly effect: FaultEffect;
  /** Faults of a connection, each a variant of the class. */
  faults?(scale: FaultScale): readonly Fault[];
  /** What happens to the proxy as a whole. */
  strike?(proxy: FaultProxy, scale: FaultScale): void | Promise<void>;
}

/** The name of a class. */
export type FaultClassName =
  | "refuse"
  | "accept then silent"
  | "reset at request byte"
  | "reset at response byte"
  | "half-close up"
  | "half-close down"
  | "black hole both ways"
  | "black hole one way"
  | "delay"
  | "jitter"
  | "1 KiB/s"
  | "1-byte chunks"
  | "coalesced 64 KiB"
  | "truncated body"
  | "buffer until 8 KiB or close"
  | "idle cut"
  | "replaced answers"
  | "restart under load";

/** The 18 classes. */
export const faultClasses: Readonly<Record<FaultClassName, FaultClass>> = {
  refuse: { effect: "breaks", strike: (proxy) => proxy.refuse() },
  "accept then silent": { effect: "breaks", faults: () => [silence()] },
  "reset at request byte": { effect: "breaks", faults: ({ atByte }) => [resetAt("up", atByte)] },
  "reset at response byte": { effect: "breaks", faults: ({ atByte }) => [resetAt("down", atByte)] },
  "half-close up": { effect: "breaks", faults: ({ atByte }) => [halfCloseAt("up", atByte)] },
  "half-close down": { effect: "breaks", faults: ({ atByte }) => [halfCloseAt("down", atByte)] },
  "black hole both ways": { effect: "breaks", faults: ({ giveUpMs }) => [blackHole({ giveUpMs })] },
  "black hole one way": {
    effect: "breaks",
    faults: ({ giveUpMs }) => [
      blackHole({ direction: "up", giveUpMs }),
      blackHole({ direction: "down", giveUpMs }),
    ],
  },
  delay: { effect: "delivers", faults: ({ delayMs }) => [delay(delayMs)] },
  jitter: { effect: "delivers", faults: ({ delayMs, seed }) => [jitter(delayMs, seed)] },
  "1 KiB/s": { effect: "delivers", faults: ({ bytesPerSecond }) => [slow(bytesPerSecond)] },
  "1-byte chunks": { effect: "delivers", faults: () => [oneByteChunks()] },
  "coalesced 64 KiB": { effect: "delivers", faults: ({ delayMs }) => [coalesce(64 * 1024, delayMs)] },
  "truncated body": { effect: "breaks", faults: ({ atByte }) => [truncateBody(atByte)] },
  "buffer until 8 KiB or close": { effect: "breaks", faults: () => [bufferUntil(8 * 1024)] },
  "idle cut": {
    effect: "spares streams",
    faults: ({ idleCutMs }) => [cutIdle(idleCutMs, "end"), cutIdle(idleCutMs, "reset")],
  },
  "replaced answers": { effect: "breaks", faults: () => REPLACED_ANSWERS.map(replaceAnswer) },
  "restart under load": { effect: "breaks", strike: (proxy, { downMs }) => proxy.restart(downMs) },
};
