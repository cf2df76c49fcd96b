import { describe, expect, onTestFinished, test, vi } from "vitest";
import { InboxOpening } from "../../src/bus/inbox-opening.ts";

describe("InboxOpening", () => {
  test("makes one attempt for all who ask meanwhile, and another for who asks later", async () => {
    const attempt = vi.fn(async () => undefined);
    const opening = new InboxOpening(attempt);
    expect(await Promise.all([opening.open(), opening.open()])).toEqual([true, true]);
    expect(attempt).toHaveBeenCalledOnce();
    await opening.open();
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  test("tries every 250 ms, until it is open or no longer wanted", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const attempt = vi.fn(async () => undefined).mockRejectedValueOnce(new Error("no broker"));
    const opening = new InboxOpening(attempt);
    const opened = opening.openAtLast();
    await vi.advanceTimersByTimeAsync(250);
    await opened;
    expect(attempt).toHaveBeenCalledTimes(2);
    attempt.mockRejectedValue(new Error("no broker"));
    const never = opening.openAtLast();
    await vi.advanceTimersByTimeAsync(100);
    opening.stop();
    await vi.advanceTimersByTimeAsync(250);
    await never;
    expect(attempt).toHaveBeenCalledTimes(3);
  });
});
