// A small Connection in memory, right unless it is asked to be wrong: what the suite is tested against.

import type { ConnectionSubject, Message } from "../../src/connection/subject.ts";

/** The ways in which {@link createFaultyPair} can break the contract. */
export type Fault =
  | "drops-a-message"
  | "reads-last-in-first-out"
  | "aborted-read-takes-a-message"
  | "wraps-the-reason"
  | "ignores-an-aborted-signal"
  | "forgets-at-the-end"
  | "read-rejects-at-the-end"
  | "read-hangs-at-the-end"
  | "iterator-closes"
  | "write-after-end-resolves"
  | "error-without-reason"
  | "waiting-write-hangs"
  | "close-is-not-the-same"
  | "close-forgets-its-cause"
  | "close-never-gives-up"
  | "close-cuts-what-was-written"
  | "peer-is-not-told"
  | "end-is-told-again"
  | "leaks-listeners"
  | "numbers-string-ids"
  | "falsy-id-is-lost";

interface AbortOptions {
  readonly signal?: AbortSignal | undefined;
}

interface Waiter<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

const ROOM = 8;

/** Two joined ends; the fault is in the first. */
export function createFaultyPair(fault?: Fault): [local: ConnectionSubject, remote: ConnectionSubject] {
  const local = new End(fault);
  const remote = new End(undefined);
  local.peer = remote;
  remote.peer = local;
  return [local, remote];
}

class End implements ConnectionSubject {
  peer!: End;
  closed: Promise<{ code: string; cause?: unknown }>;
  readonly #fault: Fault | undefined;
  #settle!: (reason: { code: string; cause?: unknown }) => void;
  #reason: { code: string; cause?: unknown } | undefined;
  #closing: Promise<void> | undefined;
  #inbox: Message[] = [];
  #readers: Waiter<Message | undefined>[] = [];
  #writers: (Waiter<void> & { message: Message })[] = [];
  #ended = false;
  #count = 0;

  constructor(fault: Fault | undefined) {
    this.#fault = fault;
    this.closed = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  read({ signal }: AbortOptions = {}): Promise<Message | undefined> {
    if (signal?.aborted && this.#fault !== "ignores-an-aborted-signal") return this.#aborted(signal);
    if (this.#inbox.length > 0) {
      const message = this.#fault === "reads-last-in-first-out" ? this.#inbox.pop() : this.#inbox.shift();
      const writer = this.peer.#writers.shift();
      if (writer) {
        this.#inbox.push(writer.message);
        writer.resolve();
      }
      return Promise.resolve(message);
    }
    if (this.#ended && this.#fault === "read-rejects-at-the-end") return Promise.reject(new Error("ended"));
    if (this.#ended && this.#fault === "read-hangs-at-the-end") return new Promise(() => {});
    if (this.#ended) return Promise.resolve(undefined);
    return this.#wait(this.#readers, {}, signal, this.#fault === "aborted-read-takes-a-message");
  }

  async write(message: Message, { signal }: AbortOptions = {}): Promise<void> {
    if (signal?.aborted && this.#fault !== "ignores-an-aborted-signal") await this.#aborted(signal);
    if (this.#reason) {
      if (this.#fault === "write-after-end-resolves") return;
      throw this.#closedError();
    }
    if (this.#fault === "drops-a-message" && this.#count++ === 2) return;
    const sent = this.#changed(message);
    if (this.peer.#take(sent)) return;
    await this.#wait(this.#writers, { message: sent }, signal, false);
  }

  close(cause?: unknown): Promise<void> {
    if (this.#fault === "end-is-told-again") {
      this.closed = Promise.resolve({ code: "local", cause });
    }
    if (this.#fault === "close-is-not-the-same") return this.#close(cause);
    this.#closing ??= this.#close(cause);
    return this.#closing;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Message> {
    try {
      for (let message = await this.read(); message; message = await this.read()) yield message;
    } finally {
      if (this.#fault === "iterator-closes") await this.close();
    }
  }

  #changed(message: Message): Message {
    const { id } = message as { id?: unknown };
    if (this.#fault === "numbers-string-ids" && id === "1") return { ...message, id: 1 } as Message;
    if (this.#fault !== "falsy-id-is-lost" || id) return message;
    const { id: _lost, ...rest } = message as { id?: unknown; jsonrpc: "2.0" };
    return rest;
  }

  #take(message: Message): boolean {
    const reader = this.#readers.shift();
    if (reader) reader.resolve(message);
    else if (this.#inbox.length < ROOM) this.#inbox.push(message);
    else return false;
    return true;
  }

  #aborted(signal: AbortSignal): Promise<never> {
    return Promise.reject(
      this.#fault === "wraps-the-reason" ? new Error("aborted", { cause: signal.reason }) : signal.reason,
    );
  }

  #wait<T, Extra extends object>(
    line: (Waiter<T> & Extra)[],
    extra: Extra,
    signal: AbortSignal | undefined,
    staysInLine: boolean,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settled = (): void => {
        if (this.#fault !== "leaks-listeners") signal?.removeEventListener("abort", onAbort);
      };
      const waiter: Waiter<T> & Extra = {
        ...extra,
        resolve(value) {
          settled();
          resolve(value);
        },
        reject(error) {
          settled();
          reject(error);
        },
      };
      const onAbort = (): void => {
        if (!staysInLine) line.splice(line.indexOf(waiter), 1);
        this.#aborted(signal as AbortSignal).catch(reject);
      };
      signal?.addEventListener("abort", onAbort);
      line.push(waiter);
    });
  }

  #closedError(): Error {
    const reason = this.#fault === "error-without-reason" ? undefined : this.#reason;
    return Object.assign(new Error("closed"), { code: "ERR_CONNECTION_CLOSED", reason });
  }

  async #close(cause: unknown): Promise<void> {
    this.#reason ??= { code: "local", cause: this.#fault === "close-forgets-its-cause" ? undefined : cause };
    this.peer.#reason ??= { code: "peer" };
    this.#endReading();
    // The other way is cut at once: its writers have nobody to write to.
    if (this.peer.#fault !== "waiting-write-hangs") this.peer.#refuseWriters();
    if (this.#fault === "close-cuts-what-was-written") this.peer.#inbox = [];
    const deadline = performance.now() + (this.#fault === "close-never-gives-up" ? 1e9 : 5_000);
    while (this.#writers.length > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    this.#refuseWriters();
    this.#settle(this.#reason);
    if (this.#fault === "peer-is-not-told") return;
    this.peer.#endReading();
    this.peer.#settle(this.peer.#reason);
  }

  #endReading(): void {
    this.#ended = true;
    if (this.#fault === "forgets-at-the-end") this.#inbox = [];
    for (const reader of this.#readers.splice(0)) reader.resolve(undefined);
  }

  #refuseWriters(): void {
    for (const writer of this.#writers.splice(0)) writer.reject(this.#closedError());
  }
}
