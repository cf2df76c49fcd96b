import { expect, test } from "vitest";
import { CliError, usageError } from "../../src/cli/cli-error.ts";
import { EXIT } from "../../src/cli/exit-code.ts";

test("an error for people has an exit code and hints", () => {
  const cause = new Error("x");
  expect(new CliError("no", { cause })).toMatchObject({ exitCode: EXIT.failed, hints: [], cause });
  expect(usageError("no", "try this")).toMatchObject({ exitCode: EXIT.usage, hints: ["try this"] });
  expect("cause" in new CliError("no")).toBe(false);
});
