import { expect, test } from "vitest";
import { withConstants } from "../constants.mjs";

test.each([
  ["a value", "var a = 1;", "const a = 1;"],
  ["a variable without a value", "var a;\nfunction f() { a = 1; }", "let a;\nfunction f() { a = 1; }"],
  ["one that is counted", "var a = 0;\nconst f = () => a++;", "let a = 0;\nconst f = () => a++;"],
  ["one that is assigned by a pattern", "var a = 0;\n[a] = [1];", "let a = 0;\n[a] = [1];"],
  ["two, of which one is assigned", "var a = 0, b = 1;\nb += 1;", "let a = 0, b = 1;\nb += 1;"],
  ["an object, whose property is assigned", "var a = {};\na.b = 1;", "const a = {};\na.b = 1;"],
  ["what a function declares", "function f() { var a = 1; }", "function f() { var a = 1; }"],
])("withConstants reads %s", (_what, text, made) => {
  expect(withConstants(text)).toBe(made);
});
