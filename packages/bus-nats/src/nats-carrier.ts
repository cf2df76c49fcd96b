// Texts over NATS: request and reply, with one subject for the requests to a node and one for the replies to it.
//
//     node A ── mcp-sse.inbox.B, reply to mcp-sse.reply.A.<id> ──▶ NATS ──▶ node B
//     node A ◀──────────────── mcp-sse.reply.A.<id> ◀── NATS ◀──────────── node B
//                                      └── status 503 of NATS itself: nobody listens

import type { BusCarrier, CarrierEvents } from "@mcp-sse/sse-server/bus";
import type { NatsConnection, NatsMessage, NatsSubscription } from "./nats-connection.ts";

const NO_RESPONDERS = 503;

/** What a server takes that has not said what, in bytes. */
const DEFAULT_MAX_PAYLOAD = 1024 * 1024;

/** Carries texts over NATS. */
export class NatsCarrier implements BusCarrier {
  readonly #connection: NatsConnection;
  readonly #prefix: string;
  #node = "";
  #events: CarrierEvents | undefined;
  #subscriptions: readonly NatsSubscription[] = [];
  #isUp = false;
  #isClosed = false;

  constructor(connection: NatsConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  get maxTextBytes(): number {
    return this.#connection.info?.max_payload ?? DEFAULT_MAX_PAYLOAD;
  }

  async open(node: string, events: CarrierEvents): Promise<void> {
    if (this.#events === undefined) {
      this.#events = events;
      this.#node = node;
      void this.#follow(this.#connection.status());
    }
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    this.#subscriptions = [
      this.#subscribe(this.#inboxOf(node), (message) => events.text(message.string())),
      this.#subscribe(`${this.#replyTo(node, ">")}`, (message) => this.#replied(message)),
    ];
    await this.#connection.flush();
    this.#connected();
  }

  async request(node: string, id: string, text: string): Promise<void> {
    if (!this.#isUp) return;
    this.#connection.publish(this.#inboxOf(node), text, { reply: this.#replyTo(this.#node, id) });
  }

  reply(node: string, id: string, text: string): void {
    if (!this.#isUp) return;
    try {
      this.#connection.publish(this.#replyTo(node, id), text);
    } catch {
      // A connection that is drained, or names of which no subject can be made: lost, as without a connection.
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#isUp && !this.#connection.isClosed()) {
      // What came before is answered, and the server has the answers, before anybody closes the connection.
      await Promise.all(this.#subscriptions.map((subscription) => subscription.drain()));
      await this.#connection.flush();
    } else {
      // The client subscribes again to what it has, when it is connected again.
      for (const subscription of this.#subscriptions) subscription.unsubscribe();
    }
    this.#isUp = false;
  }

  #inboxOf(node: string): string {
    return `${this.#prefix}.inbox.${node}`;
  }

  #replyTo(node: string, id: string): string {
    return `${this.#prefix}.reply.${node}.${id}`;
  }

  #subscribe(subject: string, onMessage: (message: NatsMessage) => void): NatsSubscription {
    return this.#connection.subscribe(subject, {
      callback(error, message) {
        if (error === null) onMessage(message);
      },
    });
  }

  #replied(message: NatsMessage): void {
    if (message.headers?.code === NO_RESPONDERS) {
      this.#events?.nobody(message.subject.slice(this.#replyTo(this.#node, "").length));
    } else {
      this.#events?.text(message.string());
    }
  }

  #connected(): void {
    if (this.#isUp || this.#isClosed) return;
    this.#isUp = true;
    this.#events?.up();
  }

  #lost(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#events?.down();
  }

  async #follow(statuses: AsyncIterable<{ readonly type: string }>): Promise<void> {
    for await (const { type } of statuses) {
      if (this.#isClosed) return;
      if (type === "disconnect" || type === "close") this.#lost();
      // The client subscribes anew before it says so; the server has heard it when it answers.
      if (type === "reconnect")
        this.#connection.flush().then(
          () => this.#connected(),
          () => undefined,
        );
    }
    this.#lost();
  }
}
