// The trials that the tests of the sweep are about.

import type { Trial } from "../../../src/node/sweep/trial.ts";

export const harmless: Trial = { name: "nothing", effect: "delivers", when: "from the start" };

export const restart: Trial = {
  name: "restart",
  effect: "breaks",
  when: "while it lives",
  strike: (proxy) => proxy.restart(20),
};
