import { wholeConformanceSuite } from "./conformance.ts";

wholeConformanceSuite("platform's");
