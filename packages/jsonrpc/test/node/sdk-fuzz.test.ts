import { effort } from "../random.ts";
import { sdkFuzzSuite } from "./sdk-fuzz.ts";

sdkFuzzSuite(5_000 * effort());
