import * as text from "../src/text.ts";
import { textSuite } from "./text-suite.ts";

textSuite("the standard branch of #text", text);
