import { interpretLfLines } from "../../src/node/lf-lines.ts";
import { linesSuite } from "../lines-suite.ts";
import { usualStartSuite } from "./usual-start-suite.ts";

linesSuite("interpretLfLines", interpretLfLines, "LF");
usualStartSuite("interpretLfLines", interpretLfLines);
