import { expect, test } from "vitest";
import { afterTurn } from "../src/turn.ts";

test("afterTurn calls back once what runs has run", async () => {
  const order: number[] = [];
  afterTurn(() => order.push(2));
  order.push(1);
  await Promise.resolve();
  expect(order).toEqual([1, 2]);
});
