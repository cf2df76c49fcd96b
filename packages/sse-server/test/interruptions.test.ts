import { describe, expect, test, vi } from "vitest";
import { Interruptions } from "../src/interruptions.ts";

describe("Interruptions", () => {
  test("tells each that waits once, those that come later right after, and none that was forgotten", async () => {
    const interruptions = new Interruptions();
    const [first, second, late] = [vi.fn(), vi.fn(), vi.fn()];
    interruptions.add(first);
    interruptions.add(second)();
    interruptions.run();
    interruptions.run();
    interruptions.add(late);
    expect(late).not.toHaveBeenCalled();
    await Promise.resolve();
    expect([first, second, late].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
  });
});
