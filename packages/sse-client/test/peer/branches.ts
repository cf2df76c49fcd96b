// The two ways to make requests. What holds for one holds for the other: suites run over both.

import type { SseClientOptions } from "../../src/options.ts";

export interface Branch {
  readonly name: string;
  readonly options: SseClientOptions;
}

/** What the runtime under test takes by itself (on Node: node:http), and a `fetch` that an application gives. */
export const branches: readonly Branch[] = [
  { name: "the runtime's own requests", options: {} },
  { name: "a given fetch", options: { fetch: (url, init) => globalThis.fetch(url, init) } },
];
