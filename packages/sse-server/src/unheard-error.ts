// An error that no observer is told of: without a word it would be a 500 that nobody can explain.
//
//     (node:4711) McpSseWarning: accept failed: Already connected to a transport. […]
//     Error: Already connected to a transport. […]
//         at McpServer.connect […]

import { warn } from "#diagnostics";

/** How many texts are remembered: a text that is made of a request's must not fill the memory. */
const MAX_TOLD = 100;

/** So much of a text is told, in UTF-16 code units. */
const MAX_TEXT = 2_000;

/** How many causes are looked at: they may go round in a ring. */
const MAX_CAUSES = 8;

/** Warns of errors, once per text: who repeats a request repeats no line in the log. */
export class UnheardErrors {
  #told: Set<string> | undefined;

  tell(error: unknown): void {
    const chain = causesOf(error);
    const text = oneLine(
      chain.map((each) => (each instanceof Error ? each.message : String(each))).join(": "),
    );
    this.#told ??= new Set();
    if (this.#told.has(text)) return;
    if (this.#told.size === MAX_TOLD) this.#told.clear();
    this.#told.add(text);
    const origin = chain.findLast((each) => each instanceof Error);
    warn(
      `${text} (the observer's error is told instead, where there is one)`,
      origin === undefined ? "" : framesOf(origin),
    );
  }
}

// A text may be made of what a peer sent: it cannot end the line, colour a terminal, or fill the memory.
function oneLine(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .replace(
      /[^\x20-\x7e\xa0-\u2027\u2030-\uffff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

// A stack begins with the error's text, which may look like frames: what follows it is told.
function framesOf({ name, message, stack = "" }: Error): string {
  const start = stack.indexOf(message);
  const frames = stack.indexOf("\n    at ", start === -1 ? 0 : start + message.length);
  return oneLine(`${name}: ${message}`) + (frames === -1 ? "" : stack.slice(frames));
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
