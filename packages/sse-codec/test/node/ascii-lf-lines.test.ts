import { interpretAsciiLfLines } from "../../src/node/ascii-lf-lines.ts";
import { linesSuite } from "../lines-suite.ts";

const encoder = new TextEncoder();

linesSuite(
  "interpretAsciiLfLines",
  (fields, text, at) => interpretAsciiLfLines(fields, encoder.encode(text), text, at),
  "LF",
);
