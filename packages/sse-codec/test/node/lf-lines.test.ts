import { interpretLfLines } from "../../src/node/lf-lines.ts";
import { linesSuite } from "../lines-suite.ts";

linesSuite("interpretLfLines", interpretLfLines, "LF");
