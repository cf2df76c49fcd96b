import { afterEach, describe, expect, test, vi } from "vitest";
import { openScope } from "../../../src/node/faults/scope.ts";

describe("openScope", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("wakes sleepers in their time, and all of them at its end, without a timer left", async () => {
    vi.useFakeTimers();
    const scope = openScope();
    const woken: string[] = [];
    void scope.sleep(10).then(() => woken.push("early"));
    void scope.sleep(1_000).then(() => woken.push("late"));
    await vi.advanceTimersByTimeAsync(10);
    expect(woken).toEqual(["early"]);
    expect(scope.over).toBe(false);
    scope.end();
    scope.end();
    await scope.ended;
    expect(woken).toEqual(["early", "late"]);
    expect(scope.over).toBe(true);
    await scope.sleep(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
