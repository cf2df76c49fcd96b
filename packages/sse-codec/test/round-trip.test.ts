import { effort } from "./random.ts";
import { roundTripSuite } from "./round-trip.ts";

roundTripSuite(5000 * effort());
