import { describe, expect, test } from "vitest";
import { resolveLimits } from "../../src/limits.ts";
import { releaseWheel, sharedWheels, shareWheel } from "../../src/node/shared-wheel.ts";

describe("a shared wheel", () => {
  test("is one for sessions of one fineness, while it watches somebody", () => {
    const limits = resolveLimits({ keepAliveMs: 6_400 });
    const wheel = shareWheel(limits);
    const task = { run: () => Infinity };
    wheel.set(task, Infinity);
    releaseWheel(wheel);
    expect(shareWheel(limits)).toBe(wheel);
    wheel.delete(task);
    releaseWheel(wheel);
    expect(shareWheel(limits)).not.toBe(wheel);
  });

  test("is kept for nobody, whatever limits each session had", () => {
    const before = sharedWheels();
    for (let keepAliveMs = 1_000; keepAliveMs < 1_100; keepAliveMs++) {
      releaseWheel(shareWheel(resolveLimits({ keepAliveMs })));
    }
    expect(sharedWheels()).toBe(before);
  });
});
