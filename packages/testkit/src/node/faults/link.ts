// One proxied connection: the client's socket, the server's socket, and a flow each way.
//
// The server is connected when the first bytes leave for it, so a fault that keeps them never touches it; or at once, if
// it is the server that speaks first.

import { connect, type Socket } from "node:net";
import type { Direction, Fault, FaultyLink, Treatment } from "./fault.ts";
import { Flow } from "./flow.ts";
import { type OpenScope, openScope } from "./scope.ts";

/** What is known of a connection when its faults are chosen: its first bytes have come. */
export interface LinkStart {
  /** Counts from 0, in the order in which connections were accepted. */
  readonly number: number;
  /** The HTTP method of its first request: what its first bytes say up to a space. */
  readonly method: string;
}

/** One connection through the proxy. */
export interface ProxyLink extends LinkStart {
  /** Bytes that were handed on so far. */
  readonly passed: Readonly<Record<Direction, number>>;
  /** Settles when neither socket is open. */
  readonly closed: Promise<void>;
  /** Takes other faults from now on; none lets everything pass, also what was held back. */
  become(...faults: readonly Fault[]): void;
  /** Breaks both connections with RST. */
  reset(): void;
  /** Ends both connections with FIN. */
  end(): void;
  /** Ends one direction with FIN. */
  endOf(direction: Direction): void;
}

/** Where a link goes, and what it is under. */
export interface LinkOptions {
  readonly number: number;
  readonly target: { readonly host: string; readonly port: number };
  readonly isServerFirst: boolean;
  faultsFor(start: LinkStart): readonly Fault[];
}

/** A {@link ProxyLink}, for the proxy that owns it. */
export class Link implements ProxyLink {
  readonly number: number;
  readonly closed: Promise<void>;
  readonly #client: Socket;
  readonly #target: LinkOptions["target"];
  readonly #flows: Readonly<Record<Direction, Flow>>;
  #server: Socket | undefined;
  #scope: OpenScope = openScope();
  #method = "";
  #settleClosed!: () => void;

  constructor(client: Socket, { number, target, isServerFirst, faultsFor }: LinkOptions) {
    this.number = number;
    this.#client = client;
    this.#target = target;
    this.closed = new Promise((resolve) => {
      this.#settleClosed = resolve;
    });
    this.#flows = {
      up: new Flow({
        write: (piece) => write(this.#connect(), piece),
        // Where no server was reached, nobody is behind it who could end the client.
        end: () => void (this.#server ?? client).end(),
      }),
      down: new Flow({ write: (piece) => write(client, piece), end: () => void client.end() }),
    };
    client.once("data", (first: Buffer) => {
      this.#method = first.toString("latin1").split(" ", 1)[0] ?? "";
      this.become(...faultsFor(this));
    });
    this.#watch(client, this.#flows.up);
    if (isServerFirst) this.#connect();
  }

  get method(): string {
    return this.#method;
  }

  get passed(): Readonly<Record<Direction, number>> {
    return { up: this.#flows.up.passed, down: this.#flows.down.passed };
  }

  /** Sockets of this link that are open. */
  get sockets(): number {
    return [this.#client, this.#server].filter((socket) => socket?.destroyed === false).length;
  }

  become(...faults: readonly Fault[]): void {
    if (this.sockets === 0) return;
    // Whoever holds bytes back hands them on now.
    this.#scope.end();
    this.#scope = openScope();
    const faulty: FaultyLink = {
      scope: this.#scope,
      passed: this.passed,
      reset: () => this.reset(),
      end: () => this.end(),
      endOf: (direction) => this.endOf(direction),
      answer: (bytes) => write(this.#client, Buffer.from(bytes)),
    };
    const made = (make: (fault: Fault) => Treatment | undefined): Treatment[] =>
      faults.flatMap((fault) => make(fault) ?? []);
    void this.#flows.up.treat(made((fault) => fault.up?.(faulty)));
    void this.#flows.down.treat(made((fault) => fault.down?.(faulty)));
    for (const fault of faults) fault.begin?.(faulty);
  }

  reset(): void {
    for (const socket of [this.#client, this.#server]) if (socket !== undefined) reset(socket);
  }

  end(): void {
    this.endOf("up");
    this.endOf("down");
    // Whoever holds bytes back lets go, so that the ends of the sockets can be read.
    this.#scope.end();
  }

  endOf(direction: Direction): void {
    this.#flows[direction].close();
    // What is still sent that way is read and dropped: unread, it would turn the FIN into a reset.
    (direction === "up" ? this.#client : this.#server)?.resume();
  }

  /** Lets go of both sockets. */
  destroy(): void {
    this.#client.destroy();
    this.#server?.destroy();
  }

  #connect(): Socket {
    if (this.#server === undefined) {
      this.#server = connect({ ...this.#target, allowHalfOpen: true, noDelay: true });
      this.#watch(this.#server, this.#flows.down);
    }
    return this.#server;
  }

  #watch(socket: Socket, flow: Flow): void {
    socket.on("data", (piece: Buffer) => {
      socket.pause();
      void flow.push(piece).then(() => socket.resume());
    });
    socket.on("end", () => void flow.finish());
    // A reset is handed on as one.
    socket.on("error", () => this.reset());
    socket.once("close", () => this.#onClose());
  }

  #onClose(): void {
    if (this.sockets > 0) return;
    this.#scope.end();
    this.#flows.up.drop();
    this.#flows.down.drop();
    this.#settleClosed();
  }
}

function reset(socket: Socket): void {
  // While a FIN waits behind unsent bytes libuv resets nothing, and Node would never tell that the socket is closed.
  if (socket.writableEnded && !socket.writableFinished) socket.destroy();
  else socket.resetAndDestroy();
}

/** Settles when the kernel has the bytes, or the socket is gone. */
function write(socket: Socket, piece: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (!socket.writable) return resolve();
    socket.write(piece, () => resolve());
  });
}
