import { expect, test } from "vitest";
import { styleOf } from "../../src/cli/style.ts";
import { table } from "../../src/cli/table.ts";
import { fakeTerminal } from "./fake-terminal.ts";

test("a table's columns are as wide as they need to be, and no line ends in spaces", () => {
  const rows = [
    ["add", "a b", "adds"],
    ["a-long-name", "", ""],
  ];
  expect(table(["tool", "arguments", "what"], rows, styleOf(fakeTerminal().stdout, {}))).toBe(
    "tool         arguments  what\nadd          a b        adds\na-long-name\n",
  );
});
