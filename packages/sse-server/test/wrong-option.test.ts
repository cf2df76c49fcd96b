import { describe, expect, test } from "vitest";
import { kindOf, wrong, wrongKind } from "../src/wrong-option.ts";

describe("wrong", () => {
  test("is a RangeError that names the option, the rule and the value", () => {
    expect(wrong("endpoint", "x", "a path")).toEqual(new RangeError('endpoint must be a path, got "x"'));
    expect(wrong("keepAliveMs", -1.5, "more").message).toBe("keepAliveMs must be more, got -1.5");
  });
});

describe("wrongKind", () => {
  test.each<[value: unknown, shown: string]>([
    ["alice", '"alice"'],
    ["a\nb", '"a\\nb"'],
    [5, "5"],
    [undefined, "undefined"],
    [null, "null"],
    [{}, "an object"],
    [Object.create(null), "an object"],
    [[1], "an array"],
    [() => "secret", "a function"],
    [Symbol("x"), "Symbol(x)"],
  ])("is a TypeError that shows %o in a word", (value, shown) => {
    expect(wrongKind("cors", value, "true")).toEqual(new TypeError(`cors must be true, got ${shown}`));
  });
});

describe("kindOf", () => {
  test("tells null and arrays from objects", () => {
    expect([null, [], {}, "x", undefined].map(kindOf)).toEqual([
      "null",
      "array",
      "object",
      "string",
      "undefined",
    ]);
  });
});
