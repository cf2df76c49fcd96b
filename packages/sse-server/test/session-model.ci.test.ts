// `VITE_TEST_EFFORT=20 pnpm exec vitest run --config vitest.ci.config.ts packages/sse-server/test/session-model.ci.test.ts`
// searches 20 000 sequences; `VITE_TEST_SEED=…` repeats a search.

import { describe, expect, test } from "vitest";
import { EFFORT, searchLives } from "./model/lives.ts";

describe("a handler's sessions, whatever happens to them", () => {
  test("are what the model says after each command, in a thousand sequences with every kind of end", {
    timeout: 600_000 * EFFORT,
  }, async () => {
    const ends = await searchLives(1_000);
    expect([...ends.keys()].sort()).toEqual([
      "accept-failed",
      "backlog",
      "idle",
      "local",
      "network",
      "peer",
      "shutdown",
      "stalled",
    ]);
  });
});
