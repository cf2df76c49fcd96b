import { describe, expect, test } from "vitest";
import { Place } from "../src/fifo.ts";

function drain<T>(line: Place<T>): (T | undefined)[] {
  const items: (T | undefined)[] = [];
  for (let place = line.shift(); place !== line; place = line.shift()) items.push(place.item);
  return items;
}

/** Puts items in line, and returns their places. */
function fill<T>(line: Place<T>, items: readonly T[]): Place<T>[] {
  const places = items.map((item) => new Place(item));
  for (const place of places) line.add(place);
  return places;
}

describe("Place", () => {
  test("as a line gives back in the order of add, then itself", () => {
    const line = new Place<number>();
    const places = fill(line, [1, 2, 3]);
    expect([line.shift(), line.shift(), line.shift()].map((place) => places.indexOf(place))).toEqual([
      0, 1, 2,
    ]);
    expect(line.shift()).toBe(line);
    expect(line.shift().item).toBeUndefined();
  });

  test.each([
    ["the first", 0, [1, 2, 3, 4]],
    ["a middle", 1, [0, 2, 3, 4]],
    ["the last", 3, [0, 1, 2, 4]],
  ])("takes out %s item, once, and keeps the order of the others", (_which, index, left) => {
    const line = new Place<number>();
    const place = fill(line, [0, 1, 2, 3])[index];
    expect(place?.delete()).toBe(place);
    fill(line, [4]);
    expect(place?.delete()).toBe(place);
    expect(drain(line)).toEqual(left);
  });

  test("can be filled again after its only item was taken out", () => {
    const line = new Place<string>();
    for (const place of fill(line, ["a"])) place.delete();
    expect(drain(line)).toEqual([]);
    fill(line, ["b"]);
    expect(drain(line)).toEqual(["b"]);
  });

  test("can stand in another line once it has left", () => {
    const [one, other] = [new Place<string>(), new Place<string>()];
    const [first, second] = fill(one, ["a", "b"]);
    other.add(second?.delete() as Place<string>);
    other.add(first?.delete() as Place<string>);
    expect([drain(one), drain(other)]).toEqual([[], ["b", "a"]]);
  });

  test("holds falsy items", () => {
    const line = new Place<unknown>();
    const items = [0, "", null, false, undefined, Number.NaN];
    fill(line, items);
    expect(drain(line)).toEqual(items);
  });

  test("passes over what was taken out from its start", () => {
    const line = new Place<number>();
    for (let item = 0; item < 10_000; item++) for (const place of fill(line, [item])) place.delete();
    fill(line, [1]);
    expect(drain(line)).toEqual([1]);
  });
});
