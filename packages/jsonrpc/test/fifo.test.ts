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
  ])("takes out %s item and keeps the order of the others", (_which, index, left) => {
    const fifo = new Fifo<number>();
    const places = [0, 1, 2, 3].map((item) => fifo.push(item));
    const place = places[index];
    if (place === undefined) throw new RangeError(`no item ${index}`);
    expect([fifo.delete(place), fifo.delete(place)]).toEqual([true, false]);
    expect(fifo.size).toBe(3);
    fifo.push(4);
    expect(drain(fifo)).toEqual([...left, 4]);
  });

  test("can be filled again after its only item was taken out", () => {
    const fifo = new Fifo<string>();
    fifo.delete(fifo.push("a"));
    expect(fifo.size).toBe(0);
    expect(fifo.shift()).toBeUndefined();
    fifo.push("b");
    expect(drain(fifo)).toEqual(["b"]);
  });

  test("takes out nothing of an empty line for a place that has left", () => {
    const fifo = new Fifo<string>();
    const place = fifo.push("a");
    fifo.shift();
    expect([fifo.delete(place), fifo.size]).toEqual([false, 0]);
    fifo.push("b");
    expect([fifo.delete(place), fifo.size]).toEqual([false, 1]);
  });

  test("holds falsy items", () => {
    const fifo = new Fifo<unknown>();
    const items = [0, "", null, false, undefined, Number.NaN];
    for (const item of items) fifo.push(item);
    expect(drain(fifo)).toEqual(items);
  });

  test("passes over what was taken out from its start", () => {
    const fifo = new Fifo<number>();
    for (let item = 0; item < 10_000; item++) fifo.delete(fifo.push(item));
    fifo.push(1);
    expect(fifo.shift()).toBe(1);
    expect([fifo.size, fifo.shift()]).toEqual([0, undefined]);
  });
});
