// Chunks to lines, for both kinds of stream: what is left at the end of one is the start of the next.

import type { Fields } from "./fields.ts";
import { CR, LF } from "./grammar.ts";
import { type Bytes, codeAt, type Text } from "./line.ts";
import { afterLineEnd, findLineEnd, interpretLines } from "./lines.ts";

/** A line that has no end yet. */
export interface HeldLine {
  /** Its size so far; 0 if there is none. */
  readonly length: number;
  /** Puts a range of a chunk behind it. */
  append(bytes: Bytes, text: Text, start: number, end: number): void;
  /** Checks its size against the limit, as far as its field is known. */
  check(fields: Fields): void;
  /** Interprets it, if there is one, and holds nothing from then on. */
  interpret(fields: Fields): void;
  /** Gives all memory back. */
  release(): void;
}

/** Reads one stream, all of bytes or all of text, past its BOM. */
export class Chunks {
  readonly fields: Fields;
  readonly held: HeldLine;
  /** The last chunk ended in CR: its line is done, and a LF would belong to it. */
  #afterCr = false;

  constructor(fields: Fields, held: HeldLine) {
    this.fields = fields;
    this.held = held;
  }

  /** Scans a chunk, from `at` on. */
  scan(bytes: Bytes, text: Text, at: number, end: number): undefined {
    if (at === end) return;
    if (this.#afterCr) {
      this.#afterCr = false;
      if (codeAt(bytes, text, at) === LF && ++at === end) return;
    }
    if (this.held.length > 0) {
      const lineEnd = findLineEnd(bytes, text, at, end);
      this.held.append(bytes, text, at, lineEnd);
      if (lineEnd === end) {
        this.held.check(this.fields);
        return;
      }
      this.held.interpret(this.fields);
      at = afterLineEnd(bytes, text, lineEnd, end);
    }
    if (at < end) at = this.interpret(bytes, text, at, end);
    if (at < end) {
      this.held.append(bytes, text, at, end);
      this.held.check(this.fields);
    } else this.#afterCr = codeAt(bytes, text, end - 1) === CR;
  }

  /** Interprets the complete lines of a range, and tells where the rest starts. */
  interpret(bytes: Bytes, text: Text, at: number, end: number): number {
    return interpretLines(this.fields, bytes, text, at, end);
  }
}
