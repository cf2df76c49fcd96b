import { describe, expect, test } from "vitest";
import { type Case, registerSuite } from "../src/case.ts";

const log: string[] = [];

const cases: readonly Case<string>[] = [
  {
    ids: "sse.utf8",
    title: "runs against what the fixture opened",
    async run(context) {
      log.push(`run ${context}`);
    },
  },
];

registerSuite("registerSuite", cases, async (run) => {
  log.push("open");
  try {
    await run("context");
  } finally {
    log.push("dispose");
  }
});

describe("a registered suite", () => {
  test("has opened and let go of its fixture around each case", () => {
    expect(log).toEqual(["open", "run context", "dispose"]);
  });
});
