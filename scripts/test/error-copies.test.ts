import { runInThisContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { withKnownCopies } from "../error-copies.mjs";

interface Errors {
  readonly Known: new () => Error;
  readonly Other: new () => Error;
}

const SOURCE = `var Known = class extends Error { name = "Known"; };
var Other2 = class extends Error { name = "Other"; };
var plain = class { name = "Known"; };`;

/** A copy of the two classes. */
function copy(text = withKnownCopies(SOURCE)): Errors {
  return runInThisContext(`(() => { ${text}; return { Known, Other: Other2 }; })()`);
}

describe("withKnownCopies", () => {
  test("has `instanceof` know the error of another copy, and no other", () => {
    const [one, two] = [copy(), copy()];
    expect(new one.Known() instanceof two.Known).toBe(true);
    expect(new one.Other() instanceof two.Other).toBe(true);
    expect(new one.Other() instanceof two.Known).toBe(false);
    expect(new Error("Known") instanceof two.Known).toBe(false);
    for (const value of [null, undefined, 1, "Known", { name: "Known" }]) {
      expect(value instanceof two.Known).toBe(false);
    }
  });

  test("has the error of a subclass known, but not as one of another subclass", () => {
    const [one, two] = [copy(), copy()];
    class Narrower extends one.Known {}
    class Strange extends two.Known {}
    expect(new Narrower() instanceof two.Known).toBe(true);
    expect(new Narrower() instanceof Narrower).toBe(true);
    expect(new Narrower() instanceof Strange).toBe(false);
    expect(new one.Known() instanceof Narrower).toBe(false);
  });

  test("leaves every other class as it is", () => {
    expect(withKnownCopies("var A = class extends Map {};\nvar b = 1;")).toBe(
      "var A = class extends Map {};\nvar b = 1;",
    );
  });

  test("refuses an error class whose instances do not say their name", () => {
    expect(() => withKnownCopies("var A = class extends Error {};")).toThrow("name");
  });

  test("needs itself for that", () => {
    expect(new (copy(SOURCE).Known)() instanceof copy(SOURCE).Known).toBe(false);
  });
});
