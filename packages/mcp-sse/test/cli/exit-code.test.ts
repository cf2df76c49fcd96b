import { expect, test } from "vitest";
import { EXIT } from "../../src/cli/exit-code.ts";

test("an exit code means one thing, and a shell can tell it from a signal", () => {
  const codes = Object.values(EXIT);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toBeLessThan(126);
  expect([EXIT.ok, EXIT.failed, EXIT.usage]).toEqual([0, 1, 2]);
});
