import { describe, expect, onTestFinished, test, vi } from "vitest";
import { TakenEnvelopes } from "../src/taken-envelopes.ts";

describe("TakenEnvelopes", () => {
  test("remembers an envelope until its deadline, and forgets it with the next one", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const taken = new TakenEnvelopes();
    taken.add("a", Date.now() + 1_000);
    vi.advanceTimersByTime(1_000);
    taken.add("b", Date.now() + 1_000);
    expect([taken.has("a"), taken.has("b"), taken.has("c")]).toEqual([true, true, false]);
    vi.advanceTimersByTime(1);
    taken.add("c", Date.now() + 1_000);
    expect([taken.has("a"), taken.has("b"), taken.has("c")]).toEqual([false, true, true]);
  });

  test("keeps the latest 10 000, however late their deadlines are", () => {
    const taken = new TakenEnvelopes();
    for (let id = 0; id <= 10_000; id++) taken.add(String(id), Infinity);
    expect([taken.has("0"), taken.has("1"), taken.has("10000")]).toEqual([false, true, true]);
  });
});
