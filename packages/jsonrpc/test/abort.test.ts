import { createWatchedSignal } from "@mcp-sse/testkit";
import { describe, expect, test, vi } from "vitest";
import { listenForAbort } from "../src/abort.ts";

describe("listenForAbort", () => {
  test("calls each once, in order, with the reason itself", () => {
    const controller = new AbortController();
    const { signal } = controller;
    const called: [number, unknown][] = [];
    for (const number of [1, 2, 3]) listenForAbort(signal, (reason) => called.push([number, reason]));
    const reason = { why: "not an error" };
    controller.abort(reason);
    signal.dispatchEvent(new Event("abort"));
    expect(called).toEqual([
      [1, reason],
      [2, reason],
      [3, reason],
    ]);
  });

  test("calls nobody who has left, before the abort or in its midst", () => {
    const controller = new AbortController();
    const called: string[] = [];
    const leaveBefore = listenForAbort(controller.signal, () => called.push("left before"));
    listenForAbort(controller.signal, () => {
      called.push("first");
      leaveMeanwhile();
    });
    const leaveMeanwhile = listenForAbort(controller.signal, () => called.push("left meanwhile"));
    listenForAbort(controller.signal, () => called.push("last"));
    leaveBefore();
    leaveBefore();
    controller.abort();
    leaveMeanwhile();
    expect(called).toEqual(["first", "last"]);
  });

  test("has one listener on a signal, however many wait, and none when the last has left", () => {
    const watched = createWatchedSignal();
    const leave = Array.from({ length: 100 }, () => listenForAbort(watched.signal, () => {}));
    expect(watched.listeners).toBe(1);
    const last = leave.pop();
    for (const each of leave) each();
    expect(watched.listeners).toBe(1);
    last?.();
    expect(watched.listeners).toBe(0);
    const again = listenForAbort(watched.signal, () => {});
    expect(watched.listeners).toBe(1);
    last?.();
    expect(watched.listeners).toBe(1);
    again();
    expect(watched.listeners).toBe(0);
  });

  test("takes back what it added, and adds nothing that outlives an abort", () => {
    const { signal } = new AbortController();
    const [add, remove] = [vi.spyOn(signal, "addEventListener"), vi.spyOn(signal, "removeEventListener")];
    listenForAbort(signal, () => {})();
    expect(add.mock.calls).toEqual([["abort", expect.anything(), { once: true }]]);
    expect(remove.mock.calls.map((call) => call.slice(0, 2))).toEqual([["abort", add.mock.calls[0]?.[1]]]);
  });

  test("keeps signals apart", () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const called: string[] = [];
    listenForAbort(one.signal, () => called.push("one"));
    const leave = listenForAbort(other.signal, () => called.push("other"));
    one.abort();
    expect(called).toEqual(["one"]);
    leave();
    other.abort();
    expect(called).toEqual(["one"]);
  });

  test("does nothing without a signal", () => {
    const leave = listenForAbort(undefined, () => expect.unreachable());
    expect(leave()).toBeUndefined();
  });

  test("hears a signal of somebody's own, which calls its listeners without a receiver and an event", () => {
    const listeners = new Set<() => void>();
    const reason = new Error("enough");
    const signal = {
      aborted: false,
      reason,
      addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
    } as unknown as AbortSignal;
    const called: unknown[] = [];
    listenForAbort(signal, (given) => called.push(given));
    for (const listener of listeners) listener();
    expect(called).toEqual([reason]);
  });
});
