import { expect, test } from "vitest";
import { clientCases } from "../../../../src/node/check/client/cases.ts";

test("each case has a name of its own, and what it rests on", () => {
  const names = clientCases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { ids, title } of clientCases) expect([ids.length > 0, title !== ""]).toEqual([true, true]);
});
