import { fuzzSuite } from "./fuzz.ts";
import { effort } from "./random.ts";

fuzzSuite(5_000 * effort());
