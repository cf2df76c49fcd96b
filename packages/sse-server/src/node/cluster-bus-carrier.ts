// A worker's part: texts to and from the primary.

import type { BusCarrier, CarrierEvents } from "../bus/carrier.ts";
import { type IpcPort, readMessage, sendTo } from "./cluster-bus-message.ts";

/** A body of 4 MiB, the handler's default: the primary reads it in one piece, and does nothing else meanwhile. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024 + 32 * 1024;

/** How long the primary may take to open an inbox, in ms. */
const OPEN_MS = 1_000;

/** Carries texts over the channel to a relay. */
export class ClusterCarrier implements BusCarrier {
  readonly maxTextBytes: number = MAX_TEXT_BYTES;
  readonly #port: IpcPort;
  #node = "";
  #events: CarrierEvents | undefined;
  #opened: (() => void) | undefined;
  #closed: (() => void) | undefined;
  #isUp = false;

  constructor(port: IpcPort) {
    this.#port = port;
  }

  async open(node: string, events: CarrierEvents): Promise<void> {
    if (this.#events === undefined) {
      this.#node = node;
      this.#events = events;
      this.#port.on("message", this.#onMessage);
      this.#port.on("disconnect", this.#onDisconnect);
    }
    await this.#ask(node);
    if (this.#isUp) return;
    this.#isUp = true;
    events.up();
  }

  request(node: string, id: string, text: string): Promise<void> {
    return new Promise((resolve) => sendTo(this.#port, { kind: "text", node, id, text }, resolve));
  }

  reply(node: string, _id: string, text: string): void {
    sendTo(this.#port, { kind: "text", node, text });
  }

  async close(): Promise<void> {
    if (this.#isUp) {
      await new Promise<void>((resolve) => {
        this.#closed = resolve;
        sendTo(this.#port, { kind: "close", node: this.#node });
      });
    }
    this.#isUp = false;
    this.#port.off("message", this.#onMessage);
    this.#port.off("disconnect", this.#onDisconnect);
  }

  /** A primary that does not relay yet says nothing: it is asked again. */
  #ask(node: string): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the primary did not answer")), OPEN_MS);
      this.#opened = () => {
        clearTimeout(timer);
        resolve();
      };
      sendTo(this.#port, { kind: "open", node });
    });
  }

  readonly #onMessage = (value: unknown): void => {
    const message = readMessage(value);
    const events = this.#events;
    if (message === undefined || events === undefined) return;
    switch (message.kind) {
      case "opened":
        if (message.node === this.#node) this.#opened?.();
        return;
      case "closed":
        this.#closed?.();
        return;
      case "text":
        if (message.node === this.#node) events.text(message.text);
        return;
      case "nobody":
        events.nobody(message.id);
        return;
      case "overloaded":
        events.overloaded(message.id);
        return;
      case "gone":
        events.gone(message.node);
        return;
    }
  };

  /** Without the primary nobody relays, and it does not come back. */
  readonly #onDisconnect = (): void => {
    this.#isUp = false;
    this.#closed?.();
    this.#events?.down();
  };
}
