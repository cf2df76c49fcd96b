import { getEventListeners } from "node:events";
import { createConnectionPair } from "@mcp-sse/jsonrpc";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WaitingWriters } from "../src/waiting-writers.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("WaitingWriters", () => {
  test("hands the connection to all who wait, in their order", async () => {
    const writers = new WaitingWriters();
    const order: number[] = [];
    const waits = [1, 2, 3].map((n) => writers.wait(1_000, undefined).then(() => order.push(n)));
    writers.resolveAll(createConnectionPair()[0]);
    await Promise.all(waits);
    expect(order).toEqual([1, 2, 3]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("lets each wait for its own time, and be aborted", async () => {
    const writers = new WaitingWriters();
    const controller = new AbortController();
    const reason = new Error("enough");
    const short = expect(writers.wait(10, undefined)).rejects.toMatchObject({ code: "ERR_BRIDGE_OFFLINE" });
    const aborted = expect(writers.wait(1_000, controller.signal)).rejects.toBe(reason);
    const rest = expect(writers.wait(1_000, controller.signal)).rejects.toBe(reason);
    await vi.advanceTimersByTimeAsync(10);
    await short;
    controller.abort(reason);
    await Promise.all([aborted, rest]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    writers.rejectAll(new Error("nobody waits"));
    expect(vi.getTimerCount()).toBe(0);
  });
});
