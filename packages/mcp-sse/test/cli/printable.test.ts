import { describe, expect, test } from "vitest";
import { jsonText, oneLine, printable } from "../../src/cli/printable.ts";

describe("a text of a server", () => {
  test.each([
    ["\u001b[31mred", "\\x1b[31mred"],
    ["\u009b31m", "\\x9b31m"],
    ["\u001b]0;title\u0007", "\\x1b]0;title\\x07"],
    ["a\r\nb\tc", "a\nb\tc"],
    ["\u007f\u0000", "\\x7f\\x00"],
    ["\u202eevil", "\\u202eevil"],
    ["é 漢 👩‍👩‍👧", "é 漢 👩‍👩‍👧"],
  ])("%j is shown as %j", (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test("is one line where there is room for one", () => {
    expect(oneLine(" a\n b\tc ", 80)).toBe("a b c");
    expect(oneLine("abcdef", 4)).toBe("abc…");
    expect(oneLine("abc", 0)).toBe("");
  });

  test("is not cut in the middle of a character", () => {
    expect(oneLine("a😀b😀", 3)).toBe("a…");
    expect(oneLine("a😀b😀", 4)).toBe("a😀…");
  });

  test("as JSON is the same value, and no control character", () => {
    const value = { text: "\u001b[2J \u009b2J \u007f \u202e" };
    const text = jsonText(value);
    expect(JSON.parse(text)).toEqual(value);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(jsonText(undefined)).toBe("null");
  });
});
