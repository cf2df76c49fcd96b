import { describe, expect, test } from "vitest";
import { createWatchedSignal } from "../src/watched-signal.ts";

describe("createWatchedSignal", () => {
  test("counts listeners that were added and not removed", () => {
    const watched = createWatchedSignal();
    const listener = (): void => {};
    watched.signal.addEventListener("abort", listener);
    watched.signal.addEventListener("abort", () => {}, { once: true });
    expect(watched.listeners).toBe(2);
    watched.signal.removeEventListener("abort", listener);
    expect(watched.listeners).toBe(1);
  });

  test("counts a listener no more that its own signal has removed", () => {
    const watched = createWatchedSignal();
    const controller = new AbortController();
    watched.signal.addEventListener("abort", () => {}, { signal: controller.signal });
    expect(watched.listeners).toBe(1);
    controller.abort();
    expect(watched.listeners).toBe(0);
  });
});
