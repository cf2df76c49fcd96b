import { describe, expect, onTestFinished, test } from "vitest";
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

  test("has Node warn of no leak, however many listeners are counted", async () => {
    const warnings: unknown[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning.name);
    process.on("warning", onWarning);
    onTestFinished(() => void process.off("warning", onWarning));
    const watched = createWatchedSignal();
    for (let count = 0; count < 50; count++) watched.signal.addEventListener("abort", () => {});
    expect(watched.listeners).toBe(50);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(warnings).toEqual([]);
  });
});
