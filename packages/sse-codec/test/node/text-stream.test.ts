import * as textStream from "../../src/node/text-stream.ts";
import { textStreamSuite } from "../text-stream-suite.ts";

textStreamSuite("the Node branch", textStream);
