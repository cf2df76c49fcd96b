import { fuzzSuite } from "./fuzz.ts";
import { effort } from "./random.ts";

fuzzSuite(20_000 * effort());
