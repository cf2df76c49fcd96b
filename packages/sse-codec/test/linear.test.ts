import { test } from "vitest";
import { type Doubling, expectLinearLine, linearSuite, TIMEOUT_MS } from "./linear.ts";

const SIZES: Doubling = { mib: 0.5, doublings: 2 };

linearSuite(SIZES, { mib: 2, doublings: 3 });

test.each([1460, 16_384])(
  "C08: the time of a scan is linear in one data line, in chunks of %i",
  (chunk) => expectLinearLine(SIZES, chunk),
  TIMEOUT_MS,
);
