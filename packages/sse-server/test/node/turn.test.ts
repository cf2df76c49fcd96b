import { expect, test } from "vitest";
import { afterTurn } from "../../src/node/turn.ts";

test("afterTurn on Node calls back after the promises and ticks of the turn", async () => {
  const order: string[] = [];
  const called = new Promise<void>((resolve) => {
    afterTurn(() => {
      order.push("turn");
      resolve();
    });
  });
  process.nextTick(() => order.push("tick"));
  void Promise.resolve()
    .then(() => undefined)
    .then(() => order.push("promise"));
  await called;
  expect(order.toSorted()).toEqual(["promise", "tick", "turn"]);
  expect(order.at(-1)).toBe("turn");
});
