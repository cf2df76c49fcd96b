// Twenty times what `pnpm test` tries.

import { fuzzSuite } from "./fuzz.ts";
import { effort } from "./random.ts";

fuzzSuite(100_000 * effort());
