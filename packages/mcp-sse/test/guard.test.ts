import { describe, expect, test, vi } from "vitest";
import { guard } from "../src/guard.ts";

describe("guard", () => {
  test.each<[how: string, callback: () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("failed");
      },
    ],
    ["rejects with", async () => Promise.reject(new Error("failed"))],
  ])("tells once what a callback %s", async (_how, callback) => {
    const onFailure = vi.fn();
    guard(callback, onFailure);
    await vi.waitUntil(() => onFailure.mock.calls.length > 0);
    expect(onFailure.mock.calls).toEqual([[expect.objectContaining({ message: "failed" })]]);
  });

  test("tells nothing of a callback that does its work", async () => {
    const onFailure = vi.fn();
    guard(() => 1, onFailure);
    guard(async () => 1, onFailure);
    await Promise.resolve();
    expect(onFailure).not.toHaveBeenCalled();
  });
});
