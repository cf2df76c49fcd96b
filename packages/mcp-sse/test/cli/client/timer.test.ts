import { expect, test } from "vitest";
import { startTimer } from "../../../src/cli/client/timer.ts";

test("a timer without an end never fires, and any other does", async () => {
  expect(startTimer(() => {}, Number.POSITIVE_INFINITY)).toBeUndefined();
  await new Promise<void>((resolve) => startTimer(resolve, 1));
});
