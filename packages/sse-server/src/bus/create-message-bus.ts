// A MessageBus over a carrier: deadlines, acknowledgements, bounds and health, whatever carries the texts.
//
//     deliver ─▶ is the owner's clock known? ─ no ─▶ hello ─▶ its clock ─┐
//                          └────────────── yes ──────────────────────────┴─▶ request, stamped in its clock

import type { Delivery, Envelope, Inbox, MessageBus } from "../message-bus.ts";
import { BusClock } from "./bus-clock.ts";
import type { BusCarrier, CarrierEvents } from "./carrier.ts";
import {
  type Answers,
  decodeFrames,
  ENVELOPE_ROOM,
  encodeEnvelope,
  encodeHello,
  encodeRequest,
  type Frame,
  REQUEST_ROOM,
  type Said,
  toDelivery,
} from "./frame.ts";
import { Greetings } from "./greetings.ts";
import { InboxOpening } from "./inbox-opening.ts";
import { InboxWatch } from "./inbox-watch.ts";
import { OutgoingRequests } from "./outgoing-requests.ts";
import { OwnerClocks } from "./owner-clocks.ts";
import { OwnerSide } from "./owner-side.ts";
import { type Pending, PendingDeliveries } from "./pending.ts";
import { Seal } from "./seal.ts";
import { settledWithin } from "./settled-within.ts";
import { utf8Length } from "./utf8-length.ts";

/** How long the broker may take to close the inbox, in ms. */
const CLOSE_MS = 1_000;

/**
 * Makes a message bus of what carries texts.
 *
 * Messages are delivered at most once and never after their deadlines, whatever the clocks of the nodes say and
 * however long a text lies in a buffer. What is delivered to one owner arrives in order. What comes for one node in one turn
 * of the event loop is one text: a carrier need not batch.
 */
export function createMessageBus(carrier: BusCarrier): MessageBus {
  return new CarriedBus(carrier);
}

type StartOptions = NonNullable<Parameters<MessageBus["start"]>[2]>;
type StopOptions = NonNullable<Parameters<MessageBus["stop"]>[0]>;

class CarriedBus implements MessageBus, CarrierEvents {
  readonly #carrier: BusCarrier;
  readonly #clocks = new OwnerClocks();
  readonly #pending = new PendingDeliveries();
  readonly #greetings = new Greetings((owner, id) => {
    this.#hello(owner, id).catch(() => undefined);
  });
  readonly #requests: OutgoingRequests;
  readonly #owner: OwnerSide;
  readonly #inbox = new InboxOpening(() => this.#carrier.open(this.#node, this));
  readonly #watch: InboxWatch = new InboxWatch(
    () => this.#hello(this.#node, `probe.${this.#node}`),
    () => void this.#inbox.open(),
  );
  #node = "";
  #seal = new Seal(undefined);
  #started = false;
  #stopped = false;
  #idle: (() => void) | undefined;

  constructor(carrier: BusCarrier) {
    this.#carrier = carrier;
    const maxTextBytes = (): number => carrier.maxTextBytes;
    this.#requests = new OutgoingRequests(maxTextBytes, (owner, id, text) => {
      this.#request(owner, id, text).catch(() => undefined);
    });
    this.#owner = new OwnerSide({
      clock: new BusClock(),
      maxTextBytes,
      node: () => this.#node,
      send: (node, id, text) => this.#seal.seal(text, (sealed) => carrier.reply(node, id, sealed)),
    });
  }

  get health(): "up" | "degraded" | "down" {
    return this.#stopped ? "down" : this.#watch.health;
  }

  get maxBodyBytes(): number {
    return Math.max(0, this.#carrier.maxTextBytes - ENVELOPE_ROOM);
  }

  async start(node: string, inbox: Inbox, { secret }: StartOptions = {}): Promise<void> {
    if (this.#started) throw new TypeError("a bus serves one node: start was called before");
    this.#started = true;
    this.#node = node;
    this.#owner.open(inbox);
    this.#seal = new Seal(secret);
    // A client that goes on trying to connect never says that it failed.
    await Promise.race([this.#inbox.openAtLast(), this.#watch.stopped]);
    await this.#watch.up();
    if (this.#stopped) throw new Error("the bus was stopped before its inbox was open");
  }

  async deliver(owner: string, envelope: Envelope, signal?: AbortSignal): Promise<Delivery> {
    if (this.health === "down") return { status: "bus-down" };
    if (signal?.aborted === true) return { status: "timeout" };
    const remainingMs = envelope.deadline - Date.now();
    if (!(remainingMs > 0)) return { status: "timeout" };
    const text = encoded(envelope, this.#node);
    if (text === undefined) return { status: "bus-down" };
    const room = this.#carrier.maxTextBytes - REQUEST_ROOM;
    // A code unit is at most three bytes: most texts need not be counted.
    if (text.length * 3 > room && utf8Length(text) > room) return { status: "rejected", reason: "too-large" };
    if (this.#pending.isFull(owner, text.length)) return { status: "overloaded" };
    const { id } = envelope;
    const deadline = performance.now() + remainingMs;
    return new Promise((resolve) => {
      const settled = (delivery: Delivery, it: Pending): void => {
        if (it.sent) this.#requests.leave(it);
        else this.#greetings.leave(owner);
        resolve(delivery);
        if (this.#pending.size === 0) this.#idle?.();
      };
      const pending = this.#pending.add({ owner, id, text, deadline }, remainingMs, signal, settled);
      if (!this.#send(pending)) this.#greetings.wait(owner);
    });
  }

  async stop({ drainMs = 0 }: StopOptions = {}): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#inbox.stop();
    this.#owner.stopping();
    if (this.#pending.size > 0 && drainMs > 0) {
      const idle = new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
      await settledWithin(idle, drainMs);
    }
    this.#watch.stop();
    this.#pending.settleAll({ status: "bus-down" });
    // Without the broker nothing can be closed.
    await settledWithin(this.#carrier.close(), CLOSE_MS);
  }

  text(text: string): void {
    this.#seal.open(text, (opened) => this.#take(opened));
  }

  #take(text: string): void {
    for (const frame of decodeFrames(text)) this.#takeFrame(frame);
  }

  #takeFrame(frame: Frame): void {
    if (frame.kind === "request") void this.#owner.receive(frame.envelope);
    else if (frame.kind === "answers") this.#settle(frame);
    else if (frame.kind === "hello") this.#owner.answer(frame.hello, { status: "here" });
    else this.#owner.answer(frame, { status: "unreadable" });
  }

  nobody(id: string): void {
    const gone: Delivery = { status: "owner-gone" };
    const greeted = this.#greetings.ownerOf(id);
    if (greeted !== undefined) {
      for (const pending of this.#pending.of(greeted)) if (!pending.sent) pending.settle(gone);
      return;
    }
    for (const pending of this.#requests.of(id)) {
      this.#clocks.forget(pending.owner);
      pending.settle(gone);
    }
  }

  overloaded(id: string): void {
    for (const pending of this.#requests.of(id)) pending.settle({ status: "overloaded" });
  }

  gone(node: string): void {
    this.#clocks.forget(node);
    this.#pending.settleAll({ status: "owner-gone" }, node);
  }

  up(): void {
    if (!this.#stopped) this.#watch.connected();
  }

  down(): void {
    this.#watch.disconnected();
    this.#pending.settleAll({ status: "bus-down" });
  }

  /** Sends it, unless the owner's clock is not known. */
  #send(pending: Pending): boolean {
    const { owner, text } = pending;
    const deadline = this.#clocks.toTheirs(owner, pending.deadline, performance.now());
    if (deadline === undefined) return false;
    pending.sent = true;
    this.#requests.add(pending, encodeRequest(text, deadline));
    return true;
  }

  #hello(owner: string, id: string): Promise<void> {
    return this.#request(owner, id, encodeHello({ id, from: this.#node }));
  }

  #request(owner: string, id: string, text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#seal.seal(text, (sealed) => {
        this.#carrier.request(owner, id, sealed).then(resolve, reject);
      });
    });
  }

  #settle({ from, clock, answers }: Answers): void {
    this.#clocks.learn(from, clock, performance.now());
    if (this.#greetings.has(from)) {
      // In the order in which they came; who comes now comes after them.
      for (const waiting of this.#pending.of(from)) {
        if (!waiting.sent && this.#send(waiting)) this.#greetings.leave(from);
      }
    }
    for (const said of answers) this.#settleOne(from, said);
  }

  #settleOne(from: string, said: Said): void {
    if (from === this.#node && said.status === "here") this.#watch.answered();
    const pending = this.#pending.get(said.id);
    if (pending?.owner !== from) return;
    // A clock that was set forward since it was last heard of: the owner has not taken it, and it is in time.
    if (said.status === "late" && !pending.sentAgain && performance.now() < pending.deadline) {
      pending.sentAgain = true;
      if (this.#send(pending)) return;
    }
    const delivery = toDelivery(said);
    if (delivery !== undefined) pending.settle(delivery);
  }
}

/** `undefined` for what is no plain data: it was not sent, and never will be. */
function encoded(envelope: Envelope, from: string): string | undefined {
  try {
    return encodeEnvelope(envelope, from);
  } catch {
    return undefined;
  }
}
