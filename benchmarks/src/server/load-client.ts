// A client that costs little: two sockets per session, no parser but what it counts.

import { connect, type Socket } from "node:net";
import { SSE_PATH } from "./wire.ts";

/** Ends every `message` event of the servers under test, and neither a comment nor the endpoint event. */
const EVENT_END = "}\n\n";

const STAMP = '"at":';

/** Of a fed message nothing but its end has these, and it has two: one byte is never cut in two by a packet. */
const BRACE = "}".charCodeAt(0);

/** One session: a hanging GET, and a connection for its POSTs. */
export class LoadSession {
  /** Events that came so far. */
  events = 0;
  /** Bytes that came so far, comments included. */
  bytes = 0;
  /** Told of each event that says when it was written, how long it took, in ms. */
  onStamp: ((ms: number) => void) | undefined;
  /** Where POSTs go. */
  readonly endpoint: string;
  readonly #port: number;
  readonly #stream: Socket;
  #post: Socket | undefined;
  #carry = "";
  #braces = 0;
  #unanswered = "";
  #onEvent: (() => void) | undefined;
  #onAnswer: ((status: number) => void) | undefined;

  private constructor(port: number, stream: Socket, endpoint: string) {
    this.#port = port;
    this.#stream = stream;
    this.endpoint = endpoint;
    stream.on("data", (chunk: Buffer) => this.#count(chunk));
    stream.on("error", () => {});
  }

  /**
   * Opens a session; resolves when its endpoint event came.
   *
   * @param localAddress - to have more ports than one address has. A port that is bound to an address is spent for all
   *   servers until its time is over, so that none is bound unless this is given.
   */
  static open(port: number, localAddress?: string): Promise<LoadSession> {
    return new Promise((resolve, reject) => {
      const stream = connect({
        port,
        host: "127.0.0.1",
        ...(localAddress !== undefined && { localAddress }),
      });
      let text = "";
      const onData = (chunk: Buffer): void => {
        text += chunk.toString("latin1");
        const endpoint = /\ndata: (\S+)\n\n/.exec(text)?.[1];
        if (endpoint === undefined) return;
        stream.removeListener("data", onData);
        stream.removeListener("error", reject);
        stream.removeListener("close", onClose);
        resolve(new LoadSession(port, stream, endpoint));
      };
      const onClose = (): void => reject(new Error(`no endpoint event, but: ${text.slice(0, 200)}`));
      stream.on("data", onData);
      stream.on("error", reject);
      stream.on("close", onClose);
      stream.write(`GET ${SSE_PATH} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n`);
    });
  }

  /** POSTs a call; resolves when both its 202 and the next event have come. */
  call(body: string): Promise<void> {
    return new Promise((resolve, reject) => {
      let left = 2;
      const half = (): void => {
        if (--left === 0) resolve();
      };
      this.#onEvent = half;
      this.post(body).then((status) => {
        if (status === 202) half();
        else reject(new Error(`a POST was answered ${status}`));
      }, reject);
    });
  }

  /** POSTs a body, whatever it is; resolves with the status. */
  post(
    body: string,
    headers: string = "content-type: application/json\r\n",
    target: string = this.endpoint,
  ): Promise<number> {
    this.#post ??= this.#connectPost();
    const post = this.#post;
    return new Promise((resolve) => {
      this.#onAnswer = resolve;
      post.write(
        `POST ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`,
      );
    });
  }

  /** Waits until so many events came. */
  async received(events: number): Promise<void> {
    while (this.events < events) {
      await new Promise<void>((resolve) => {
        this.#onEvent = resolve;
      });
    }
  }

  /** Reads nothing more. */
  stall(): void {
    this.#stream.pause();
  }

  /** Leaves, with a FIN, or with a reset. */
  close(how: "fin" | "reset" = "fin"): void {
    this.#post?.destroy();
    if (how === "fin") this.#stream.destroy();
    else this.#stream.resetAndDestroy();
  }

  #count(chunk: Buffer): void {
    this.bytes += chunk.length;
    const before = this.events;
    if (this.onStamp === undefined) this.#countEvents(chunk.toString("latin1"));
    else this.#countFed(chunk, this.onStamp);
    if (this.events > before) this.#onEvent?.();
  }

  #countEvents(chunk: string): void {
    const text = this.#carry + chunk;
    for (let at = text.indexOf(EVENT_END); at !== -1; at = text.indexOf(EVENT_END, at + 3)) this.events++;
    this.#carry = text.slice(1 - EVENT_END.length);
  }

  /** Looks for bytes, and makes no text of what comes: a client that is slower than its server would be what is measured. */
  #countFed(chunk: Buffer, onStamp: (ms: number) => void): void {
    const now = performance.timeOrigin + performance.now();
    // One that is cut in two by a packet is left out: few are.
    for (let at = chunk.indexOf(STAMP); at !== -1; at = chunk.indexOf(STAMP, at + 1)) {
      const from = at + STAMP.length;
      if (chunk.length > from + 20)
        onStamp(now - Number.parseFloat(chunk.toString("latin1", from, from + 20)));
    }
    for (let at = chunk.indexOf(BRACE); at !== -1; at = chunk.indexOf(BRACE, at + 1)) this.#braces++;
    this.events = Math.floor(this.#braces / 2);
  }

  #connectPost(): Socket {
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    socket.on("data", (chunk: Buffer) => this.#answered(chunk));
    // A server that refuses may close: the next POST connects anew.
    socket.on("close", () => {
      if (this.#post === socket) this.#post = undefined;
      this.#unanswered = "";
      this.#settle(0);
    });
    socket.on("error", () => {});
    return socket;
  }

  #answered(chunk: Buffer): void {
    this.#unanswered += chunk.toString("latin1");
    const text = this.#unanswered;
    const headEnd = text.indexOf("\r\n\r\n");
    if (headEnd === -1) return;
    const length = /content-length: (\d+)/i.exec(text)?.[1];
    const whole =
      length === undefined ? text.endsWith("0\r\n\r\n") : text.length >= headEnd + 4 + Number(length);
    if (!whole) return;
    this.#unanswered = "";
    this.#settle(Number(text.slice(9, 12)));
  }

  #settle(status: number): void {
    const settle = this.#onAnswer;
    this.#onAnswer = undefined;
    settle?.(status);
  }
}

/** Opens sessions, so many at a time. */
export async function openSessions(port: number, count: number, atOnce = 50): Promise<LoadSession[]> {
  const sessions: LoadSession[] = [];
  while (sessions.length < count) {
    const batch = Math.min(atOnce, count - sessions.length);
    sessions.push(...(await Promise.all(Array.from({ length: batch }, () => LoadSession.open(port)))));
  }
  return sessions;
}
