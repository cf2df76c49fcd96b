// The owner's side of a bus: an envelope is handed to the inbox unless it is late, and its sender hears what became of it.

import type { Delivery, Envelope, Inbox } from "../message-bus.ts";
import { Batches } from "./batches.ts";
import type { BusClock } from "./bus-clock.ts";
import { encodeAnswers, type Said } from "./frame.ts";

/** Code units of an answer, names and marks included: what is counted need not be exact. */
const UNITS_OF_ANSWER = 96;

/** What an owner needs. */
export interface OwnerParts {
  readonly clock: BusClock;
  readonly maxTextBytes: () => number;
  /** Its name on the bus. */
  readonly node: () => string;
  /** Sends answers to a node; the ID is one of theirs. */
  readonly send: (node: string, id: string, text: string) => void;
}

/** Takes what comes to a node, and answers. */
export class OwnerSide {
  readonly #parts: OwnerParts;
  readonly #answers: Batches<Said>;
  #inbox: Inbox | undefined;
  #isStopping = false;

  constructor(parts: OwnerParts) {
    this.#parts = parts;
    this.#answers = new Batches(parts.maxTextBytes, (node, said) => {
      const text = encodeAnswers(parts.node(), parts.clock.now(), said);
      parts.send(node, said[0]?.id ?? "", text);
    });
  }

  /** From now on what comes is handed to an inbox. */
  open(inbox: Inbox): void {
    this.#inbox = inbox;
  }

  /** From now on answers leave at once: the inbox is closed as soon as the last is made. */
  stopping(): void {
    this.#isStopping = true;
    this.#answers.flush();
  }

  /** Takes an envelope. */
  async receive(envelope: Envelope): Promise<void> {
    const remainingMs = envelope.deadline - this.#parts.clock.now();
    if (remainingMs < 0) {
      this.answer(envelope, { status: "late" });
      return;
    }
    let delivery: Delivery | undefined;
    try {
      delivery = await this.#inbox?.({ ...envelope, deadline: Date.now() + remainingMs });
    } catch {
      // An inbox never rejects; one that does has not said what it did.
    }
    if (delivery !== undefined) this.answer(envelope, delivery);
  }

  /** Answers whoever sent something. */
  answer(
    { id, from }: { readonly id: string; readonly from: string },
    { status, reason }: Pick<Said, "status" | "reason">,
  ): void {
    this.#answers.add(from, { id, status, reason }, id.length + UNITS_OF_ANSWER);
    if (this.#isStopping) this.#answers.flush();
  }
}
