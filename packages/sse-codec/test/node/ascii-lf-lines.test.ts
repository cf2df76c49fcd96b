import type { Fields } from "../../src/fields.ts";
import { interpretAsciiLfLines } from "../../src/node/ascii-lf-lines.ts";
import { linesSuite } from "../lines-suite.ts";
import { usualStartSuite } from "./usual-start-suite.ts";

const encoder = new TextEncoder();

function interpret(fields: Fields, text: string, at: number): number {
  // A view of more, as chunks are.
  const chunk = encoder.encode(`e${text}\n`).subarray(1, 1 + text.length);
  return interpretAsciiLfLines(fields, chunk, text, at);
}

linesSuite("interpretAsciiLfLines", interpret, "LF");
usualStartSuite("interpretAsciiLfLines", interpret);
