// Ten times what `pnpm test` tries.

import { effort } from "./random.ts";
import { roundTripSuite } from "./round-trip.ts";

roundTripSuite(50_000 * effort());
