import type { Socket } from "node:net";

/** Reads what a socket receives in pieces of the caller's size, and knows when it ended. */
export interface ByteReader {
  /** What arrived with the first read of the socket; empty until then. */
  readonly firstChunk: Buffer;
  /** Whether the peer has ended or broken the connection. */
  readonly ended: boolean;
  /** Settles when the peer has ended or broken the connection; never rejects. */
  readonly end: Promise<void>;
  /** One line without its CRLF; `undefined` when the connection ended before it. */
  line(): Promise<string | undefined>;
  /** Exactly `size` bytes, or what there was when the connection ended. */
  exactly(size: number): Promise<Buffer>;
  /** Whatever is there, waiting for at least one byte; `undefined` at the end. */
  some(): Promise<Buffer | undefined>;
}

/** Takes over the reading of a socket. */
export function createByteReader(socket: Socket): ByteReader {
  let held: Buffer = Buffer.alloc(0);
  let firstChunk: Buffer = Buffer.alloc(0);
  let ended = false;
  let wake: () => void = () => {};
  let settleEnd: () => void = () => {};
  const end = new Promise<void>((resolve) => {
    settleEnd = resolve;
  });

  socket.on("data", (chunk: Buffer) => {
    if (firstChunk.length === 0) firstChunk = chunk;
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    wake();
  });
  const finish = (): void => {
    ended = true;
    wake();
    settleEnd();
  };
  // A broken connection is an end like any other for who reads; "close" follows each "error".
  socket.on("error", () => {});
  socket.on("end", finish);
  socket.on("close", finish);

  async function more(): Promise<boolean> {
    if (ended) return false;
    const size = held.length;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    return held.length > size || !ended;
  }

  function take(size: number): Buffer {
    const taken = held.subarray(0, size);
    held = held.subarray(size);
    return taken;
  }

  return {
    get firstChunk() {
      return firstChunk;
    },
    get ended() {
      return ended;
    },
    end,
    async line() {
      for (;;) {
        const at = held.indexOf("\r\n");
        if (at >= 0)
          return take(at + 2)
            .toString("latin1")
            .slice(0, -2);
        if (!(await more())) return undefined;
      }
    },
    async exactly(size) {
      while (held.length < size && (await more()));
      return take(size);
    },
    async some() {
      while (held.length === 0) if (!(await more())) return undefined;
      return take(held.length);
    },
  };
}
