import * as text from "../../src/node/text.ts";
import { textSuite } from "../text-suite.ts";

textSuite("the Node branch of #text", text);
