// From 1 to 16 MiB: `linear.test.ts` goes as far as `pnpm test` has time.

import { test } from "vitest";
import { type Doubling, expectLinearLine, linearSuite, TIMEOUT_MS } from "./linear.ts";

const SIZES: Doubling = { mib: 16, doublings: 4 };

linearSuite(SIZES, SIZES);

test.each([1460, 16_384])(
  "C08: the time of a scan is linear in one data line, in chunks of %i",
  (chunk) => expectLinearLine(SIZES, chunk),
  TIMEOUT_MS,
);
