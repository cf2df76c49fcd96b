import * as chunk from "../../src/node/chunk.ts";
import { chunkSuite } from "../chunk-suite.ts";

chunkSuite("the Node branch", chunk);
