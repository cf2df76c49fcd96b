import * as textStream from "../src/text-stream.ts";
import { textStreamSuite } from "./text-stream-suite.ts";

textStreamSuite("the standard branch", textStream);
