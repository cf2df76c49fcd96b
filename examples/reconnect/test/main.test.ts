import { expect, test } from "vitest";

test("The example comes back twice, and checks itself", { timeout: 30_000 }, async () => {
  const before = process.exitCode;
  await import("../src/main.ts");
  expect(process.exitCode).toBe(before);
});
