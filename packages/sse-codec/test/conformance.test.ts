import { conformanceSuite } from "./conformance.ts";

conformanceSuite("platform's");
