// Texts over Redis: each node subscribes to one channel, its inbox, for requests and for answers.
//
//     node A ── PUBLISH mcp-sse:B  request ──▶ Redis ──▶ node B        the count of receivers is no acknowledgement,
//     node A ◀── Redis ◀── PUBLISH mcp-sse:A  answer ── node B         but 0 of them is an owner that is gone

import type { BusCarrier, CarrierEvents } from "@mcp-sse/sse-server/bus";
import type { RedisBusOptions } from "./redis-bus.ts";
import { linkTo, type RedisLink } from "./redis-link.ts";

type Settings = { readonly [Name in keyof RedisBusOptions]-?: NonNullable<RedisBusOptions[Name]> };

/** Carries texts over Redis. */
export class RedisCarrier implements BusCarrier {
  readonly maxTextBytes: number;
  readonly #publisher: RedisLink;
  readonly #subscriber: RedisLink;
  readonly #prefix: string;
  /** Of a cluster `PUBLISH` counts only those on one of its nodes. */
  readonly #isCounted: boolean;
  #inbox: string | undefined;
  #events: CarrierEvents | undefined;
  #unwatch: (() => void)[] = [];
  #isUp = false;
  #isClosed = false;

  constructor({ publisher, subscriber, sharded, prefix, maxMessageBytes }: Settings) {
    this.maxTextBytes = maxMessageBytes;
    this.#publisher = linkTo(publisher, sharded);
    this.#subscriber = linkTo(subscriber, sharded);
    this.#prefix = prefix;
    this.#isCounted = sharded || !("isCluster" in publisher && publisher.isCluster === true);
  }

  async open(node: string, events: CarrierEvents): Promise<void> {
    if (this.#inbox === undefined) {
      this.#inbox = this.#channelOf(node);
      this.#events = events;
      const links = [this.#publisher, this.#subscriber];
      this.#unwatch = links.map((link) =>
        link.watch(
          () => this.#reconnected(),
          () => this.#lost(),
        ),
      );
      await Promise.all(links.map((link) => link.connect()));
    }
    await this.#subscribe();
  }

  async request(node: string, id: string, text: string): Promise<void> {
    // Both clients keep what they cannot send: nobody would want it later.
    if (!this.#isUp) return;
    const receivers = await this.#publisher.publish(this.#channelOf(node), text);
    if (receivers === 0 && this.#isCounted) this.#events?.nobody(id);
  }

  reply(node: string, _id: string, text: string): void {
    if (this.#isUp) this.#publisher.publish(this.#channelOf(node), text).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const inbox = this.#inbox;
    const unsubscribed = inbox === undefined ? undefined : this.#subscriber.unsubscribe(inbox);
    if (inbox !== undefined && this.#isUp) {
      // What came before the confirmation is answered, and the last command is confirmed after those answers.
      await unsubscribed;
      await this.#publisher.publish(inbox, "");
    }
    // Without a connection the client keeps it for the next, on which it would subscribe again by itself.
    unsubscribed?.catch(() => undefined);
    this.#isUp = false;
    for (const unwatch of this.#unwatch) unwatch();
  }

  #channelOf(node: string): string {
    return `${this.#prefix}:${node}`;
  }

  async #subscribe(): Promise<void> {
    const inbox = this.#inbox;
    if (inbox === undefined || this.#isClosed) return;
    await this.#subscriber.subscribe(inbox, (text) => this.#events?.text(text));
    if (this.#isClosed) {
      await this.#subscriber.unsubscribe(inbox);
      return;
    }
    if (this.#isUp || !this.#publisher.ready || !this.#subscriber.ready) return;
    this.#isUp = true;
    this.#events?.up();
  }

  #reconnected(): void {
    if (!this.#publisher.ready || !this.#subscriber.ready) return;
    this.#subscribe().catch(() => undefined);
  }

  #lost(): void {
    if (!this.#isUp || (this.#publisher.ready && this.#subscriber.ready)) return;
    this.#isUp = false;
    this.#events?.down();
  }
}
