import { interpretAsciiLines } from "../../src/node/ascii-lines.ts";
import { linesSuite } from "../lines-suite.ts";

const encoder = new TextEncoder();

linesSuite(
  "interpretAsciiLines",
  (fields, text, at) => interpretAsciiLines(fields, encoder.encode(text), text, at),
  "any",
);
