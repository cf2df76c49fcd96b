import { describe, expect, test } from "vitest";
import { withPureStatements } from "../pure-statements.mjs";

const PURE = "/* @__PURE__ */";

describe("withPureStatements", () => {
  test.each([
    ["a call", "var a = f(1);", `var a = ${PURE} f(1);`],
    ["a construction", "var a = new Set([1]);", `var a = ${PURE} new Set([1]);`],
    ["a call with one within", "var a = f(g());", `var a = ${PURE} (() => (f(g())))();`],
    ["an object that holds a call", "var a = { b: f() };", `var a = ${PURE} (() => ({ b: f() }))();`],
    ["a property", "var a = b.c;", `var a = ${PURE} (() => (b.c))();`],
    [
      "properties taken apart",
      "var { a, b } = c.d;",
      `var a = ${PURE} (() => c.d.a)(), b = ${PURE} (() => c.d.b)();`,
    ],
    [
      "a class of an unknown class, which keeps its name",
      "var A = class extends TransformStream {};",
      `var A = ${PURE} (() => (class A extends TransformStream {}))();`,
    ],
    [
      "a class with a static field that calls",
      "var A = class { static b = f(); };",
      `var A = ${PURE} (() => (class A { static b = f(); }))();`,
    ],
  ])("marks %s", (_what, text, marked) => {
    expect(withPureStatements(text)).toBe(marked);
  });

  test.each([
    ["a constant", "var a = 1024 * 1024;"],
    ["a function that calls", "var a = () => f();"],
    [
      "a class of a class that it knows",
      "var A = class extends Error { b = f(); };\nvar B = class extends A {};",
    ],
    ["what is marked already", `var a = ${PURE} f();`],
    ["a statement of its own", "f();"],
  ])("leaves %s as it is", (_what, text) => {
    expect(withPureStatements(text)).toBe(text);
  });
});
