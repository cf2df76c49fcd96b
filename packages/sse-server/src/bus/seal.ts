// Texts with a mac in front, so that who can write to the broker cannot make one up, or change one.
//
//     3q2-7wEjRWeJq83vEjRWeJq8Q1767225600000.5 {"version":1,…}⏎{"jsonrpc":…}
//     mac, with the secret that the nodes share

import { createMac, MAC_LENGTH, type Mac } from "#mac";
import { isEqual } from "../is-equal.ts";

/** Seals texts, and opens those of others. In order, also where a mac takes a turn. */
export class Seal {
  readonly #mac: Mac | undefined;
  #sealing: Promise<void> | undefined;
  #opening: Promise<void> | undefined;

  /** @param secret - without one nothing is added, and everything passes. */
  constructor(secret: string | Uint8Array | undefined) {
    if (secret !== undefined) this.#mac = createMac(secret);
  }

  /** Seals a text, and hands it on. */
  seal(text: string, sealed: (text: string) => void): void {
    const mac = this.#mac?.of(text) ?? "";
    if (typeof mac === "string") {
      sealed(mac + text);
      return;
    }
    const before = this.#sealing;
    this.#sealing = mac.then(async (made) => {
      await before;
      sealed(made + text);
    });
  }

  /** Opens a text, and hands it on if its mac is one of the secret. */
  open(sealed: string, opened: (text: string) => void): void {
    if (this.#mac === undefined) {
      opened(sealed);
      return;
    }
    const given = sealed.slice(0, MAC_LENGTH);
    const text = sealed.slice(MAC_LENGTH);
    const mac = this.#mac.of(text);
    if (typeof mac === "string") {
      if (isEqual(mac, given)) opened(text);
      return;
    }
    const before = this.#opening;
    this.#opening = mac.then(async (made) => {
      await before;
      if (isEqual(made, given)) opened(text);
    });
  }
}
