// What a child says to people: each line once, and the last ones kept for the error that tells of its end.

import { stripVTControlCharacters } from "node:util";

/** Lines kept, and characters of each: enough for the end of a stack trace, too little to carry a payload off. */
const KEPT_LINES = 10;
const KEPT_CHARACTERS = 300;

/** Characters of one line that are told; what is longer is cut. */
const MAX_LINE_CHARACTERS = 8 * 1024;

/** Splits stderr into lines. What is no text becomes U+FFFD, and control characters are taken out: it is shown. */
export class StderrTail {
  readonly #onLine: (line: string) => void;
  readonly #decoder = new TextDecoder();
  #rest = "";
  #isCut = false;
  #last: string[] = [];

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** The last lines, oldest first. */
  get lines(): readonly string[] {
    return this.#last;
  }

  push(chunk: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() as string;
    for (const line of lines) this.#tell(line);
    if (this.#rest.length <= MAX_LINE_CHARACTERS) return;
    // A line that never ends is told once, as far as it goes.
    this.#tell(this.#rest);
    this.#rest = "";
    this.#isCut = true;
  }

  end(): void {
    if (this.#rest !== "") this.#tell(this.#rest);
    this.#rest = "";
  }

  #tell(text: string): void {
    const isRest = this.#isCut;
    this.#isCut = false;
    if (isRest) return;
    const line = printable(text.slice(0, MAX_LINE_CHARACTERS));
    if (line === "") return;
    this.#last = [...this.#last, line.slice(0, KEPT_CHARACTERS)].slice(-KEPT_LINES);
    this.#onLine(line);
  }
}

/** On a terminal a control character is a command. */
function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\p{Cc}+/gu, " ")
    .trim();
}
