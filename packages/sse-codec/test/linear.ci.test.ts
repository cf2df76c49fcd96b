// Eight times as far as `pnpm test` goes.

import { linearSuite } from "./linear.ts";

linearSuite(16);
