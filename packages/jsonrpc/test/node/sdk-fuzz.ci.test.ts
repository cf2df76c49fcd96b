// Twenty times what `pnpm test` tries.

import { effort } from "../random.ts";
import { sdkFuzzSuite } from "./sdk-fuzz.ts";

sdkFuzzSuite(100_000 * effort());
