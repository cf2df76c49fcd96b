// The other ends of the model's connections: sockets that stall, vanish and break, and count what they are told. They
// wait for nothing and set no timer: the clock is the model's.

import { connect, type Socket } from "node:net";

const LAST_CHUNK = "\r\n0\r\n\r\n";

function dial(port: number): Socket {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
  // What breaks shows in `close`.
  socket.on("error", () => undefined);
  return socket;
}

/** A client's hanging GET. */
export class StreamPeer {
  readonly socket: Socket;
  status: number | undefined;
  endpoint: string | undefined;
  /** The numbers of the messages that came, in their order. */
  readonly numbers: number[] = [];
  comments = 0;
  /** Ends that it was told: a last chunk, the connection's where none had come; what comes after one is one more. */
  ends = 0;
  /** Whether the stream's last chunk came: it ended in good order. */
  isComplete = false;
  #text = "";

  constructor(port: number, request: string) {
    this.socket = dial(port);
    this.socket.on("data", (chunk) => this.#read(chunk.toString("latin1")));
    for (const event of ["end", "close"]) {
      this.socket.on(event, () => {
        if (!this.ended) this.ends++;
      });
    }
    this.socket.write(request);
  }

  get ended(): boolean {
    return this.ends > 0;
  }

  #read(chunk: string): void {
    if (this.isComplete) this.ends++;
    this.#text += chunk;
    this.status ??= Number(/^HTTP\/1\.1 (\d{3})/.exec(this.#text)?.[1]) || undefined;
    if (this.status !== 200) return;
    this.endpoint ??= /^data: (\/\S+)\n/m.exec(this.#text)?.[1];
    let done = 0;
    for (const { 0: whole, 1: number, index } of this.#text.matchAll(/"n":(\d+),|\n: \n\n/g)) {
      if (number === undefined) this.comments++;
      else this.numbers.push(Number(number));
      done = index + whole.length;
    }
    const last = this.#text.indexOf(LAST_CHUNK);
    if (last !== -1 && !this.isComplete) {
      this.isComplete = true;
      this.ends += this.#text.length > last + LAST_CHUNK.length ? 2 : 1;
    }
    // Enough of it to know what the next piece goes on with, but nothing twice.
    if (this.endpoint !== undefined) this.#text = this.#text.slice(Math.max(done, this.#text.length - 40));
  }
}

/** A connection for POSTs, one at a time. */
export class PostPeer {
  readonly socket: Socket;
  status: number | undefined;
  #text = "";

  constructor(port: number) {
    this.socket = dial(port);
    this.socket.on("data", (chunk) => this.#read(chunk.toString("latin1")));
    // Ended for the other end as well: nothing more is sent on it.
    this.socket.on("end", () => this.socket.destroy());
  }

  get closed(): boolean {
    return this.socket.destroyed;
  }

  send(request: string): void {
    this.status = undefined;
    this.#text = "";
    this.socket.write(request, "latin1");
  }

  #read(chunk: string): void {
    this.#text += chunk;
    const head = this.#text.indexOf("\r\n\r\n");
    if (head === -1) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#text)?.[1] ?? 0);
    if (this.#text.length < head + 4 + length) return;
    this.status = Number(this.#text.slice(9, 12));
    if (/\r\nconnection: close\r\n/i.test(this.#text)) this.socket.destroy();
  }
}
