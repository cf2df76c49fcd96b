// Two connections, each the other's peer: what one says the other hears, in order, and no request is left waiting.
//
//     client ── read ──▶ pending? ──▶ write ── server        a response the other way settles its request
//
// The end of one is the end of the other; whatever was asked and not answered is answered with an error first.

import { setImmediate } from "node:timers/promises";
import {
  type CloseReason,
  type Connection,
  ConnectionClosedError,
  ErrorCode,
  type ErrorObject,
  isRequest,
  isResponse,
  type JsonRpcId,
  type JsonRpcMessage,
} from "@mcp-sse/jsonrpc";
import { PendingIds } from "./pending.ts";
import { errorOfEnd, errorOfWrite } from "./rpc-errors.ts";

/** What a relay is made of. */
export interface RelayParts {
  /** The side that mostly asks. */
  readonly client: Connection;
  /** The side that mostly answers. */
  readonly server: Connection;
  /** Requests that either side may have in flight; one more is answered with an error. */
  readonly maxPendingRequests: number;
  /** Writes to the server that may be unsettled at a time. 1: the next message is read when the last was taken. */
  readonly serverWindow: number;
  /** Told of a message that could not be delivered, where nobody waits for an answer. */
  onLost(error: unknown): void;
}

/** From the client to the server, or back. */
type Direction = "up" | "down";

/**
 * How long a client that has said nothing yet is waited for when its server has ended, in ms: its first request is
 * then answered with the reason, which a stream that just ends would not tell.
 */
const FIRST_REQUEST_MS = 1_000;

/** A running relay. */
export class Relay {
  /** Settles when both connections have ended, with the reason of the first. */
  readonly ended: Promise<CloseReason>;
  readonly #parts: RelayParts;
  readonly #asked: PendingIds;
  readonly #askedBack: PendingIds;
  /** What every further request of the client is answered with. */
  #refusal: ErrorObject | undefined;
  #heardClient = false;
  #onFirstRequest: () => void = () => {};
  #whenIdle: (() => void)[] = [];

  constructor(parts: RelayParts) {
    this.#parts = parts;
    this.#asked = new PendingIds(parts.maxPendingRequests, () => {
      for (const resolve of this.#whenIdle.splice(0)) resolve();
    });
    this.#askedBack = new PendingIds(parts.maxPendingRequests);
    this.ended = this.#run();
  }

  /** Settles when no request of the client waits for an answer. */
  idle(): Promise<void> {
    if (this.#asked.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  /** Answers everything that waits, and everything that comes, with an error. */
  refuse(error: ErrorObject): void {
    this.#refusal ??= error;
    for (const id of this.#asked.takeAll()) this.#answer(this.#parts.client, id, error);
  }

  /** The server's answer to `id` cannot be read; without an id it may have been anybody's. */
  answerInstead(id: JsonRpcId | undefined, error: ErrorObject): void {
    if (id === undefined) {
      for (const each of this.#asked.takeAll()) this.#answer(this.#parts.client, each, error);
    } else if (this.#asked.has(id)) {
      this.#asked.settle(id);
      this.#answer(this.#parts.client, id, error);
    }
  }

  async #run(): Promise<CloseReason> {
    const { client, server } = this.#parts;
    void this.#pump("up");
    const down = this.#pump("down");
    const first = await Promise.race([
      client.closed.then((reason) => ({ by: "client", reason })),
      server.closed.then((reason) => ({ by: "server", reason })),
    ]);
    if (first.by === "server") {
      await Promise.race([down, client.closed]);
      await this.#leaveClient(first.reason);
    } else {
      // Whoever asked has left: nobody waits for these.
      this.#asked.takeAll();
      for (const id of this.#askedBack.takeAll()) {
        this.#answer(server, id, {
          code: ErrorCode.ClientClosing,
          message: "the client has ended its session",
        });
      }
    }
    await Promise.all([client.close(first.reason.cause), server.close()]);
    return first.reason;
  }

  /** The server is gone: whoever waits is told, and whoever comes in these last moments. */
  async #leaveClient(reason: CloseReason): Promise<void> {
    this.refuse(errorOfEnd(reason));
    if (this.#heardClient) {
      // What was taken from the client and waits in its queue is read in this turn.
      await setImmediate();
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard = new Promise<void>((resolve) => {
      this.#onFirstRequest = resolve;
      timer = setTimeout(resolve, FIRST_REQUEST_MS);
    });
    await Promise.race([heard, this.#parts.client.closed]);
    clearTimeout(timer);
  }

  async #pump(direction: Direction): Promise<void> {
    const up = direction === "up";
    const { client, server, serverWindow } = this.#parts;
    const from = up ? client : server;
    const window = up ? serverWindow : 1;
    const unsettled = new Set<Promise<void>>();
    for (let message = await from.read(); message !== undefined; message = await from.read()) {
      const carried = this.#carry(direction, message);
      if (window === 1) {
        await carried;
        continue;
      }
      const settled = carried.finally(() => unsettled.delete(settled));
      unsettled.add(settled);
      if (unsettled.size >= window) await Promise.race(unsettled);
    }
  }

  async #carry(direction: Direction, message: JsonRpcMessage): Promise<void> {
    try {
      await (direction === "up" ? this.#up(message) : this.#down(message));
    } catch (error) {
      this.#onFailed(direction, message, error);
    }
  }

  #up(message: JsonRpcMessage): Promise<void> | undefined {
    const { client, server } = this.#parts;
    this.#heardClient = true;
    if (isRequest(message)) {
      const { id } = message;
      if (this.#refusal !== undefined) {
        this.#answer(client, id, this.#refusal);
        this.#onFirstRequest();
        return undefined;
      }
      if (!this.#asked.add(id)) {
        this.#answer(client, id, this.#tooMany());
        return undefined;
      }
      return server.write(message);
    }
    if (this.#refusal !== undefined) return undefined;
    if (isResponse(message)) {
      if (message.id != null && !this.#askedBack.settle(message.id)) return undefined;
    } else if (message.method === "notifications/cancelled") {
      // "The receiver of a cancellation notification SHOULD … Not send a response for the cancelled request"
      const id = idIn(message.params);
      if (id !== undefined && this.#asked.has(id)) this.#asked.settle(id);
    }
    return server.write(message);
  }

  #down(message: JsonRpcMessage): Promise<void> | undefined {
    const { client, server } = this.#parts;
    if (isResponse(message)) {
      // Unknown ids are handed on: matching is the client's own business.
      if (message.id != null && !this.#asked.settle(message.id)) return undefined;
    } else if (isRequest(message) && !this.#askedBack.add(message.id)) {
      this.#answer(server, message.id, this.#tooMany());
      return undefined;
    }
    return client.write(message);
  }

  #onFailed(direction: Direction, message: JsonRpcMessage, error: unknown): void {
    // The end of the connection is told once, by its own way.
    if (error instanceof ConnectionClosedError) return;
    if (direction === "down" || !isRequest(message)) {
      this.#parts.onLost(error);
      return;
    }
    const { id } = message;
    if (this.#asked.has(id) && this.#asked.settle(id)) {
      this.#answer(this.#parts.client, id, errorOfWrite(error));
    }
  }

  #answer(to: Connection, id: JsonRpcId, error: ErrorObject): void {
    // Whoever asked may be gone.
    to.write({ jsonrpc: "2.0", id, error }).catch(() => {});
  }

  #tooMany(): ErrorObject {
    const message = `${this.#parts.maxPendingRequests} requests wait for an answer (maxPendingRequests)`;
    return { code: ErrorCode.ServerOverloaded, message };
  }
}

function idIn(params: unknown): JsonRpcId | undefined {
  const id = (params as { readonly requestId?: unknown } | undefined)?.requestId;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
