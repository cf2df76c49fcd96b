// What a sweep drives. Structural: the testkit imports nothing of what it tests.

import type { TaggedMessage } from "./payload.ts";
import type { SweepTimes } from "./times.ts";

/** What a client sends as `authorization`: no error text may hold it. */
export const SWEEP_TOKEN = "Bearer token-of-the-sweep";

/** One end of a session. */
export interface SweepEnd {
  /** Settles when the message was taken, rejects when it was not. */
  send(message: TaggedMessage): Promise<void>;
  close(): Promise<void>;
}

/** What an end tells of itself. */
export interface SweepEvents {
  message(message: unknown): void;
  /** It has ended; the sweep counts how often it is told. */
  ended(reason: string): void;
  /** An error that came another way than through a promise. */
  error(error: unknown): void;
}

/** The side that connects. */
export interface SweepClient {
  readonly name: string;
  /** Connects; settles when messages can be sent. An abort gives up, and lets go of everything. */
  connect(url: URL, times: SweepTimes, events: SweepEvents, signal: AbortSignal): Promise<SweepEnd>;
}

/** A server under test. */
export interface SweepServing {
  /** The SSE endpoint. */
  readonly url: URL;
  /** Sessions that POSTs can reach. */
  readonly sessions: number;
  /** Event streams that are open. */
  readonly streams: number;
  /** Open sockets. */
  readonly sockets: number;
  /** The IDs of all sessions so far: no error text may hold one. */
  readonly ids: readonly string[];
  close(): Promise<void>;
}

/** The side that is connected to. */
export interface SweepServer {
  readonly name: string;
  /** Serves on a free port; each new session is handed over, and told about through what is returned. */
  serve(times: SweepTimes, accept: (end: SweepEnd) => SweepEvents): Promise<SweepServing>;
}

/** Who talks to whom. */
export interface SweepPair {
  readonly server: SweepServer;
  readonly client: SweepClient;
}
