// What a fault is to the proxy: something that treats the bytes of a connection, or acts on its sockets.

/** `up`: from the client to the server. */
export type Direction = "up" | "down";

/** Hands bytes on; settles when the next one has taken them. */
export type Pass = (piece: Buffer) => Promise<void>;

/** What happens to the bytes of one direction. Pieces come one at a time, in order. */
export interface Treatment {
  /** Settles when there is room for more: until then its source is not read. */
  bytes(piece: Buffer, pass: Pass): Promise<void>;
  /** The source has ended, or this treatment has: hands on what it holds. */
  end?(pass: Pass): Promise<void>;
}

/** How long a fault lasts: until another takes its place, or its link is over. */
export interface Scope {
  readonly over: boolean;
  /** Settles after `ms`, at once when the fault is over. */
  sleep(ms: number): Promise<void>;
  /** Settles when the fault is over. */
  readonly ended: Promise<void>;
}

/** What a fault can do to the connection that it is put on. */
export interface FaultyLink {
  readonly scope: Scope;
  /** Bytes that were handed on before. */
  readonly passed: Readonly<Record<Direction, number>>;
  /** Breaks both connections with RST. */
  reset(): void;
  /** Ends both connections with FIN; what comes afterwards is dropped. */
  end(): void;
  /** Ends one direction with FIN; what comes that way afterwards is dropped. */
  endOf(direction: Direction): void;
  /** Sends bytes to the client as if the server had. */
  answer(bytes: Uint8Array): Promise<void>;
}

/** A fault, to be put on any number of connections: each gets treatments of its own. */
export interface Fault {
  /** What it does, with its numbers. */
  readonly name: string;
  /** It is about the beginning of a connection: one that lives is not put under it. */
  readonly isAtAccept?: boolean | undefined;
  /** It says to a client that a message was taken which the server never saw: nobody can tell. */
  readonly isLie?: boolean | undefined;
  up?(link: FaultyLink): Treatment;
  down?(link: FaultyLink): Treatment;
  /** Called when it is put on a link, after its treatments were made. */
  begin?(link: FaultyLink): void;
}
