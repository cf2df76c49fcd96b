import { describe, expect, test } from "vitest";
import { Line } from "../src/line.ts";

describe("a line", () => {
  test("keeps the order of adding, whoever leaves", () => {
    const line = new Line<string>();
    expect([line.first, line.size]).toEqual([undefined, 0]);
    for (const name of ["a", "b", "c", "d"]) line.add(name);
    expect(line.first).toBe("a");
    line.delete("b");
    line.delete("a");
    expect([line.first, line.size, [...line]]).toEqual(["c", 2, ["c", "d"]]);
    line.delete("nobody");
    line.delete("d");
    expect(line.first).toBe("c");
  });

  test("begins anew when it was empty", () => {
    const line = new Line<string>();
    for (const name of ["a", "b", "c"]) {
      line.add(name);
      expect(line.first).toBe(name);
      line.delete(name);
      expect([line.first, line.size]).toEqual([undefined, 0]);
    }
    line.add("d");
    line.delete("d");
    line.add("e");
    expect(line.first).toBe("e");
  });

  test("takes as long for each of many as for each of few", () => {
    // Stepping over all that have left would take minutes.
    const line = new Line<number>();
    const many = 100_000;
    for (let item = 0; item < many; item++) line.add(item);
    for (let item = 0; item < many; item++) {
      if (line.first !== item) expect(line.first).toBe(item);
      line.delete(item);
    }
    expect(line.size).toBe(0);
  });
});
