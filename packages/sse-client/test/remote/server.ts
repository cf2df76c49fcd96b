// What `peer/server.ts` is to tests on Node, for runtimes where nothing can listen: its servers are on Node, behind
// `relay.ts`. Of a response only what is here can be called.

import { inject, onTestFinished } from "vitest";

/** Takes a step at the other end; gives what it answers. */
type Step = (exchange: number, method: string, ...args: unknown[]) => Promise<string>;

interface RemoteEvent {
  readonly kind: "request" | "closed" | "connected" | "disconnected";
  readonly exchange: number;
  readonly socket: number;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

class RemoteSocket {
  destroyed = false;
}

class RemoteResponse {
  writableEnded = false;
  destroyed = false;
  readonly socket: { resetAndDestroy(): void; destroy(): void };
  readonly #exchange: number;
  readonly #step: Step;
  readonly #onClose = new Set<() => void>();

  constructor(exchange: number, step: Step) {
    this.#exchange = exchange;
    this.#step = step;
    this.socket = {
      resetAndDestroy: () => void step(exchange, "reset"),
      destroy: () => void step(exchange, "destroy"),
    };
  }

  writeHead(status: number, headers: object = {}): this {
    void this.#step(this.#exchange, "writeHead", status, headers);
    return this;
  }

  flushHeaders(): void {
    void this.#step(this.#exchange, "flushHeaders");
  }

  write(data: string | Uint8Array, onWritten?: (answer: string) => void): boolean {
    void this.#step(this.#exchange, "write", toBase64(data)).then(onWritten);
    return true;
  }

  writeNumbered(text: string, total: number): Promise<unknown> {
    return this.#step(this.#exchange, "writeNumbered", text, total);
  }

  async unsent(): Promise<number> {
    return Number(await this.#step(this.#exchange, "unsent"));
  }

  end(data: string | Uint8Array = ""): this {
    this.writableEnded = true;
    void this.#step(this.#exchange, "end", toBase64(data));
    return this;
  }

  destroy(): this {
    this.destroyed = true;
    void this.#step(this.#exchange, "destroy");
    return this;
  }

  once(event: string, listener: () => void): this {
    return this.on(event, listener);
  }

  on(event: string, listener: () => void): this {
    if (event !== "close") throw new Error(`${event} is not told from afar`);
    this.#onClose.add(listener);
    return this;
  }

  closed(): void {
    this.destroyed = true;
    for (const listener of this.#onClose) listener();
  }
}

function toBase64(data: string | Uint8Array): string {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The runtime's own: a test may put another in its place. */
const ask = globalThis.fetch.bind(globalThis);

/** Serves until the test is over, as `serve` of `peer/server.ts` does. */
export async function serve(
  listener: (request: object, response: RemoteResponse) => unknown,
): Promise<object> {
  const opened = await ask(`${inject("peer")}/relay/open`, { method: "POST" });
  const { port, control } = (await opened.json()) as { port: number; control: string };
  const responses = new Map<number, RemoteResponse>();
  const sockets = new Map<number, RemoteSocket>();
  const open = new Set<RemoteSocket>();
  const received: object[] = [];
  const peer = { origin: `http://127.0.0.1:${port}`, port, received, sockets: open, connections: 0 };
  const leaving = new AbortController();

  // In their order, as many in one request as there are since the one before it.
  let steps: { readonly said: unknown[]; readonly done: (answer: string) => void }[] = [];
  let sending = Promise.resolve();
  let isOver = false;
  async function sendSteps(): Promise<void> {
    const sent = steps;
    steps = [];
    if (sent.length === 0) return;
    const body = JSON.stringify(sent.map(({ said }) => said));
    const answers = (await (await ask(control, { method: "POST", body })).json()) as string[];
    for (const [at, { done }] of sent.entries()) done(answers[at] ?? "");
  }
  // What a listener does after its test is over has no other end.
  const step: Step = async (...said) =>
    isOver
      ? ""
      : new Promise((resolve, reject) => {
          steps.push({ said, done: resolve });
          sending = sending.then(sendSteps);
          sending.catch(reject);
        });
  const server = {
    close: (onClosed?: () => void) => void step(0, "stop").then(() => onClosed?.()),
    closeAllConnections: () => void step(0, "stop"),
  };
  Object.assign(peer, { server });

  function onEvent({ kind, exchange, socket, method, target, headers, body }: RemoteEvent): void {
    if (kind === "connected") {
      const made = new RemoteSocket();
      peer.connections++;
      sockets.set(socket, made);
      open.add(made);
    } else if (kind === "disconnected") {
      const gone = sockets.get(socket);
      if (gone === undefined) return;
      gone.destroyed = true;
      open.delete(gone);
    } else if (kind === "closed") responses.get(exchange)?.closed();
    else {
      const request = { method, target, headers, body, socket: sockets.get(socket) };
      const response = new RemoteResponse(exchange, step);
      responses.set(exchange, response);
      received.push(request);
      void listener(request, response);
    }
  }

  async function follow(stream: ReadableStream<Uint8Array>): Promise<void> {
    let held = "";
    const decoder = new TextDecoder();
    const reader = stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const lines = (held + decoder.decode(next.value, { stream: true })).split("\n");
      held = lines.pop() ?? "";
      for (const line of lines) onEvent(JSON.parse(line));
    }
  }

  const events = await ask(control, { signal: leaving.signal });
  if (events.body !== null) follow(events.body as ReadableStream<Uint8Array>).catch(() => {});
  onTestFinished(async () => {
    const stopped = step(0, "stop");
    isOver = true;
    await stopped;
    leaving.abort();
  });
  return peer;
}

/** Starts an event stream. */
export function openStream(response: RemoteResponse, headers: object = {}): void {
  response.writeHead(200, { "content-type": "text/event-stream", ...headers });
  response.flushHeaders();
}

/** As in `peer/server.ts`. */
export async function writeBytewise(response: RemoteResponse, text: string): Promise<void> {
  for (const byte of new TextEncoder().encode(text)) {
    await new Promise<unknown>((resolve) => response.write(Uint8Array.of(byte), resolve));
  }
}

/** As in `peer/server.ts`. */
export function unsent(response: RemoteResponse): Promise<number> {
  return response.unsent();
}

/** As in `peer/server.ts`. */
export async function writeNumbered(response: RemoteResponse, text: string, total: number): Promise<void> {
  await response.writeNumbered(text, total);
}
