import { expect, test } from "vitest";
import { readArgs } from "../../src/cli/args.ts";
import { EXIT } from "../../src/cli/exit-code.ts";
import { oneOperand } from "../../src/cli/operands.ts";
import { commandOf } from "./command.ts";

test("more than the URL is told to be too much", () => {
  const read = (...argv: string[]): void => oneOperand(readArgs(commandOf(), argv));
  read();
  read("http://x/");
  expect(() => read("http://x/", "y")).toThrow(expect.objectContaining({ exitCode: EXIT.usage }));
});
