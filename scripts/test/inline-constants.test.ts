import { expect, test } from "vitest";
import { withInlinedConstants } from "../inline-constants.mjs";

test.each([
  ["a number", "const A = 1;\nf(A, A + 1);", "f(1 /* A */, 1 /* A */ + 1);"],
  ["a text", 'const A_B = "b";\nconst c = () => A_B;', 'const c = () => "b" /* A_B */;'],
  ["a product of numbers", "const A = 2 * 3 * 4;\nf(A);", "f(24 /* A */);"],
  ["no product of anything else", "const A = 2 * f();\ng(A);", "const A = 2 * f();\ng(A);"],
  ["one that is a property by its name", "const A = 1;\nf({ A });", "f({ A: 1 });"],
  ["one that is a default", "const A = 1;\nconst { b = A } = c;", "const { b = 1 /* A */ } = c;"],
  [
    "one whose name is a property's, too",
    "const A = 1;\nf({ A: b.A, [A]: A });",
    "f({ A: b.A, [1 /* A */]: 1 /* A */ });",
  ],
  ["one whose name is a member's, too", "const A = 1;\nclass B { A = A; }", "class B { A = 1 /* A */; }"],
  ["nothing that is exported", "const A = 1;\nexport { A };", "const A = 1;\nexport { A };"],
  ["nothing that is computed", "const A = f();\ng(A);", "const A = f();\ng(A);"],
  ["no variable", "let A = 1;\nconst b = 2;\nf(A, b);", "let A = 1;\nconst b = 2;\nf(A, b);"],
])("withInlinedConstants writes where it is used %s", (_what, text, made) => {
  expect(withInlinedConstants(text)).toBe(made);
});
