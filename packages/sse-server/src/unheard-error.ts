// An error that no observer is told of: without a word it would be a 500 that nobody can explain.
//
//     (node:4711) McpSseWarning: accept failed: Already connected to a transport. […]
//     Error: Already connected to a transport. […]
//         at McpServer.connect […]

import { warn } from "#diagnostics";

/** How many texts are remembered: a text that is made of a request's must not fill the memory. */
const MAX_TOLD = 100;

/** How many causes are looked at: they may go round in a ring. */
const MAX_CAUSES = 8;

/** Warns of errors, once per text: who repeats a request repeats no line in the log. */
export class UnheardErrors {
  #told: Set<string> | undefined;

  tell(error: unknown): void {
    const chain = causesOf(error);
    const text = chain.map((each) => (each instanceof Error ? each.message : String(each))).join(": ");
    this.#told ??= new Set();
    if (this.#told.has(text)) return;
    if (this.#told.size === MAX_TOLD) this.#told.clear();
    this.#told.add(text);
    const origin = chain.findLast((each) => each instanceof Error);
    warn(`${text} (the observer's error is told instead, where there is one)`, origin?.stack ?? "");
  }
}

/** The error, its cause, the cause of that. */
function causesOf(error: unknown): unknown[] {
  const chain = [error];
  let last = error;
  while (last instanceof Error && last.cause !== undefined && chain.length < MAX_CAUSES) {
    last = last.cause;
    chain.push(last);
  }
  return chain;
}
