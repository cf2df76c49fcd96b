import { describe, expect, test } from "vitest";
import { Fifo } from "../src/fifo.ts";

function drain<T>(fifo: Fifo<T>): T[] {
  const items: T[] = [];
  while (fifo.size > 0) items.push(fifo.shift() as T);
  return items;
}

describe("Fifo", () => {
  test("gives back in the order of push, then undefined", () => {
    const fifo = new Fifo<number>();
    for (const item of [1, 2, 3]) fifo.push(item);
    expect(fifo.size).toBe(3);
    expect(drain(fifo)).toEqual([1, 2, 3]);
    expect(fifo.shift()).toBeUndefined();
    expect(fifo.size).toBe(0);
  });

  test.each([
    ["the first", 0, [1, 2, 3]],
    ["a middle", 1, [0, 2, 3]],
    ["the last", 3, [0, 1, 2]],
  ])("removes %s entry and keeps the order of the others", (_which, index, left) => {
    const fifo = new Fifo<number>();
    const entries = [0, 1, 2, 3].map((item) => fifo.push(item));
    const entry = entries[index];
    if (entry !== undefined) fifo.remove(entry);
    expect(fifo.size).toBe(3);
    fifo.push(4);
    expect(drain(fifo)).toEqual([...left, 4]);
  });

  test("can be filled again after its only entry was removed", () => {
    const fifo = new Fifo<string>();
    fifo.remove(fifo.push("a"));
    expect(fifo.size).toBe(0);
    expect(fifo.shift()).toBeUndefined();
    fifo.push("b");
    expect(drain(fifo)).toEqual(["b"]);
  });

  test("lets go of what left it", () => {
    const fifo = new Fifo<number>();
    const [first, second] = [fifo.push(1), fifo.push(2), fifo.push(3)];
    fifo.shift();
    if (second !== undefined) fifo.remove(second);
    for (const entry of [first, second]) {
      expect(entry?.previous).toBe(entry);
      expect(entry?.next).toBe(entry);
    }
  });
});
