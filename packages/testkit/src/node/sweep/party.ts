// One end of a session in a sweep: what it sent, what it got, and how it ended.

import { inspect } from "node:util";
import type { Direction } from "../faults/fault.ts";
import { type Broken, Ledger } from "./ledger.ts";
import { type Tag, tagged, tagOf } from "./payload.ts";
import type { SweepEnd, SweepEvents } from "./subject.ts";

/** Everybody in a trial, by name. */
export type Parties = ReadonlyMap<string, Party>;

/** A client, or the server's end of a session. */
export class Party {
  readonly name: string;
  /** What this party sends. */
  readonly ledger: Ledger = new Ledger();
  readonly ends: string[] = [];
  readonly broken: Set<Broken> = new Set();
  /** Texts of every error that it was told of. */
  readonly texts: string[] = [];
  readonly #direction: Direction;
  readonly #others: Parties;
  #end: SweepEnd | undefined;
  #peer: string | undefined;
  #failed = false;

  /** @param others - who its messages may come from. */
  constructor(name: string, direction: Direction, others: Parties) {
    this.name = name;
    this.#direction = direction;
    this.#others = others;
  }

  /** The name on the messages that it received. */
  get peer(): string | undefined {
    return this.#peer;
  }

  /** Whether it was told of an end, or could not connect. */
  get over(): boolean {
    return this.#failed || this.ends.length > 0;
  }

  /** Whether it never had a connection. */
  get failed(): boolean {
    return this.#failed;
  }

  /** What its end tells it. */
  get events(): SweepEvents {
    return {
      message: (message) => this.#receive(message),
      ended: (reason) => void this.ends.push(reason),
      error: (error) => this.note(error),
    };
  }

  /** Takes its end. */
  take(end: SweepEnd): void {
    this.#end = end;
  }

  /** It could not connect. */
  fail(error: unknown): void {
    this.#failed = true;
    this.note(error);
  }

  note(error: unknown): void {
    this.texts.push(inspect(error, { depth: 8 }));
  }

  /** Sends one message of about `bytes`, without waiting for its fate. */
  send(bytes: number, isRequest: boolean): void {
    if (this.#end === undefined) return;
    const tag = { direction: this.#direction, session: this.name, sequence: this.ledger.counts.sent };
    const settled = this.#end.send(tagged(tag, bytes, isRequest));
    this.ledger.send(isRequest, settled);
    settled.catch((error: unknown) => this.note(error));
  }

  async close(): Promise<void> {
    await this.#end?.close();
  }

  #receive(message: unknown): void {
    const tag: Tag | undefined = tagOf(message);
    const sender = tag && this.#others.get(tag.session);
    if (tag === undefined || sender === undefined || tag.direction === this.#direction) {
      this.broken.add("damage");
      return;
    }
    this.#peer ??= tag.session;
    const knows = sender.peer === undefined || sender.peer === this.name;
    if (this.#peer !== tag.session || !knows) this.broken.add("foreign");
    sender.ledger.receive(tag);
  }
}
