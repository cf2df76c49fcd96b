import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { TakenEnvelopes } from "../src/taken-envelopes.ts";

const ACCEPTED = { status: "accepted" } as const;

describe("TakenEnvelopes", () => {
  test("knows what became of an envelope until its deadline, and forgets it after", () => {
    const taken = new TakenEnvelopes();
    taken.add("a", 1_000, ACCEPTED);
    taken.add("b", 2_000, { status: "overloaded" });
    expect(taken.isFull(1_000)).toBe(false);
    expect([taken.get("a"), taken.get("b"), taken.get("c")]).toEqual([
      ACCEPTED,
      { status: "overloaded" },
      undefined,
    ]);
    expect(taken.isFull(1_001)).toBe(false);
    expect([taken.get("a"), taken.get("b")]).toEqual([undefined, { status: "overloaded" }]);
  });

  verifies(
    "bus.deliver.bounded",
    "is full at 100 000, and forgets none of them that could come again",
    () => {
      const taken = new TakenEnvelopes();
      for (let id = 0; id < 100_000; id++) taken.add(String(id), 5, ACCEPTED);
      expect(taken.isFull(5)).toBe(true);
      expect(taken.get("0")).toBe(ACCEPTED);
      expect(taken.isFull(6)).toBe(false);
      expect(taken.get("0")).toBeUndefined();
    },
  );
});
