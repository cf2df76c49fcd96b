// The system under the model: a handler behind a real server, on a clock that only the model moves, with everything
// counted that it could leave behind.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, vi } from "vitest";
import { createSseHandler, type SseHandler } from "../../src/handler.ts";
import { toNodeListener } from "../../src/node/listener.ts";
import type { SseSession } from "../../src/session.ts";
import { notification } from "../support/client.ts";
import type { Life } from "./life.ts";
import { LIMITS } from "./limits.ts";

/** How long the model waits for what must come, in ms of the real clock: a loaded machine is slow. */
const PATIENCE_MS = 20_000;

type Emitter = Pick<Socket, "eventNames" | "listenerCount">;

export class World {
  readonly handler: SseHandler;
  readonly server: Server;
  readonly lives: Life[] = [];
  port = 0;
  /** What the observer was told of each session. */
  readonly opened = new Map<SseSession, number>();
  readonly closed = new Map<SseSession, string[]>();
  /** Errors that the application was told of; those that it made itself are expected. */
  readonly errors: unknown[] = [];
  readonly sockets = new Set<Socket>();
  readonly #exchanges: { emitter: Emitter; before: number }[] = [];
  #number = 0;

  constructor() {
    this.handler = createSseHandler((session) => this.#accept(session), {
      ...LIMITS,
      authorize: ({ headers }) => {
        const principal = headers.get("authorization");
        return principal === null ? { refuse: 401, wwwAuthenticate: "Bearer" } : { principal };
      },
      observer: {
        opened: ({ session }) => this.opened.set(session, (this.opened.get(session) ?? 0) + 1),
        closed: ({ session, reason }) => {
          this.closed.set(session, [...(this.closed.get(session) ?? []), reason.code]);
          if (this.#closes(session)) void session.close();
        },
        received: ({ session }) => {
          if (this.#closes(session)) void session.close();
        },
        error: ({ error }) => this.errors.push(error),
      },
    });
    const listener = toNodeListener(this.handler);
    this.server = createServer((req: IncomingMessage, res: ServerResponse) => {
      for (const emitter of [req, res]) this.#exchanges.push({ emitter, before: listeners(emitter) });
      listener(req, res);
    });
    this.server.on("connection", (socket) => {
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
    });
  }

  async listen(): Promise<void> {
    this.server.listen(0, "127.0.0.1");
    await this.until(() => this.server.listening, "the server");
    this.port = (this.server.address() as AddressInfo).port;
  }

  now(): number {
    return performance.now();
  }

  nextNumber(): number {
    return ++this.#number;
  }

  /** Waits for what must come. No timer is set: the clock stands still meanwhile. */
  async until(condition: () => boolean, what: string): Promise<void> {
    const deadline = process.hrtime.bigint() + BigInt(PATIENCE_MS) * 1_000_000n;
    while (!condition()) {
      if (process.hrtime.bigint() > deadline) throw new Error(`${what} did not come`);
      await turn();
    }
  }

  /** Lets what is on its way within this process arrive. */
  async turns(count: number): Promise<void> {
    for (let done = 0; done < count; done++) await turn();
  }

  async advance(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
  }

  isInMap(life: Life): boolean {
    return [...this.handler.sessions()].some((session) => session === life.session);
  }

  /** Writes a numbered message; says whether it was taken. */
  async write(life: Life, size: number): Promise<boolean> {
    const { session } = life;
    if (session === undefined) return false;
    const number = this.nextNumber();
    const write: Life["writes"][number] = { number, since: this.now(), state: "waiting" };
    life.writes.push(write);
    life.touch(write.since);
    try {
      await session.write(notification("n", { n: number, pad: "x".repeat(size) }));
      write.state = "taken";
    } catch (error) {
      write.state = "rejected";
      write.error = error;
    }
    return write.state === "taken";
  }

  /** Nothing is left of anybody: no timer, no socket, no listener, no session, no end that is missing. */
  async expectNothing(): Promise<void> {
    const { handler, server } = this;
    expect([handler.sessionCount, [...handler.sessions()]]).toEqual([0, []]);
    await this.until(() => this.sockets.size === 0, "the end of every socket");
    await this.until(() => vi.getTimerCount() === 0, "the end of every timer");
    let stopped = false;
    server.close(() => {
      stopped = true;
    });
    await this.until(() => stopped, "http.Server.close()");
    for (const { emitter, before } of this.#exchanges) {
      // The one that keeps a late error harmless.
      expect(listeners(emitter), `listeners on a ${emitter.constructor.name}`).toBeLessThanOrEqual(
        before + 1,
      );
    }
  }

  /** Lets go of everything, also after a failure. */
  abandon(): void {
    for (const { peer } of this.lives) peer.socket.destroy();
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  #closes(session: SseSession): boolean {
    return this.lives.find((life) => life.session === session)?.mode === "closes it in its own callbacks";
  }

  #accept(session: SseSession): void | Promise<void> {
    const life = this.lives[Number(session.request.url.searchParams.get("life"))];
    if (life === undefined) throw new Error("a session that no client asked for");
    life.session = session;
    void session.closed.then((reason) => {
      life.reasons.push(reason);
      if (life.mode === "closes it in its own callbacks") void session.close();
    });
    switch (life.mode) {
      case "leaves it to the test":
      case "closes it in its own callbacks":
        return;
      case "echoes":
        return this.#echo(life, session);
      case "throws at its first message":
        return this.#read(life, session).then((isMessage) => {
          if (isMessage) throw new Error("the reader's own");
        });
      case "writes and throws":
        void this.write(life, 0);
        return Promise.reject(new Error("after the answer"));
      case "throws":
        throw new Error("before the answer");
      case "rejects":
        return Promise.reject(new Error("before the answer"));
      case "hangs":
        return new Promise(() => undefined);
    }
  }

  async #echo(life: Life, session: SseSession): Promise<void> {
    while ((await this.#read(life, session)) && (await this.write(life, 0)));
  }

  async #read(life: Life, session: SseSession): Promise<boolean> {
    const message = await session.read();
    if (message !== undefined && "id" in message) life.taken.push(Number(message.id));
    return message !== undefined;
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function listeners(emitter: Emitter): number {
  return emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);
}
