// Where chunks of an event stream are written past its response: nowhere, but on Node.

import type { Chunk } from "./exchange.ts";

/** A socket that takes chunks. */
export interface ChunkedSocket {
  on(event: "drain", listener: () => void): unknown;
  removeListener(event: "drain", listener: () => void): unknown;
}

/** The socket of a response that has started, if its chunks may be written there. */
export const chunkedSocketOf: (res: object) => ChunkedSocket | undefined = () => undefined;

/** Whether no middleware wants to see what is written, as compression does. */
export const isUnwrapped: (res: object) => boolean = () => false;

/** Writes text as chunks. Returns false when the socket has enough. */
export const writeChunks: (socket: ChunkedSocket, chunks: readonly Chunk[]) => boolean = () => false;
