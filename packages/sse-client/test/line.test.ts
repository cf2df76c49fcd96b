import { describe, expect, test } from "vitest";
import { type InLine, Line } from "../src/line.ts";

interface Named extends InLine {
  readonly name: string;
}

function items(...names: string[]): Named[] {
  return names.map((name) => ({ name }));
}

function names(line: Line<Named>): string {
  return [...line].map(({ name }) => name).join(" ");
}

describe("a line", () => {
  test("keeps the order of adding, whoever leaves", () => {
    const line = new Line<Named>();
    expect(line.first).toBeUndefined();
    const [a, b, c, d, nobody] = items("a", "b", "c", "d", "nobody") as [Named, Named, Named, Named, Named];
    for (const item of [a, b, c, d]) line.add(item);
    expect(line.first).toBe(a);
    line.delete(b);
    line.delete(a);
    expect([line.first, names(line)]).toEqual([c, "c d"]);
    line.delete(nobody);
    line.delete(a);
    line.delete(d);
    expect([line.first, names(line)]).toEqual([c, "c"]);
  });

  test("begins anew when it was empty", () => {
    const line = new Line<Named>();
    for (const item of items("a", "b", "c")) {
      line.add(item);
      expect(line.first).toBe(item);
      line.delete(item);
      expect(line.first).toBeUndefined();
    }
  });

  test("lets go of who leaves, and takes him again", () => {
    const [line, other] = [new Line<Named>(), new Line<Named>()];
    const [a, b, c] = items("a", "b", "c") as [Named, Named, Named];
    for (const item of [a, b, c]) line.add(item);
    other.delete(b);
    expect(names(line)).toBe("a b c");
    line.delete(b);
    expect([b.line, b.before, b.after]).toEqual([undefined, undefined, undefined]);
    other.add(b);
    line.delete(b);
    expect([names(line), names(other)]).toEqual(["a c", "b"]);
  });

  test("says whose turn has not come, whoever leaves", () => {
    const line = new Line<Named>();
    const [a, b, c] = items("a", "b", "c") as [Named, Named, Named];
    for (const item of [a, b]) line.add(item);
    expect(line.next).toBe(a);
    line.next = b;
    line.delete(a);
    expect(line.next).toBe(b);
    line.delete(b);
    expect(line.next).toBeUndefined();
    line.add(c);
    expect(line.next).toBe(c);
  });

  test("takes as long for each of many as for each of few", () => {
    // Stepping over all that have left would take minutes.
    const line = new Line<Named>();
    const many = Array.from({ length: 100_000 }, (_, index) => ({ name: `${index}` }));
    for (const item of many) line.add(item);
    for (const item of many) {
      if (line.first !== item) expect(line.first).toBe(item);
      line.delete(item);
    }
    expect(line.first).toBeUndefined();
  });
});
