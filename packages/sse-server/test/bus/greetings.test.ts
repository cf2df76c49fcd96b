import { describe, expect, test, vi } from "vitest";
import { Greetings } from "../../src/bus/greetings.ts";

describe("Greetings", () => {
  test("says one hello for all that wait, and another for who comes when it is overdue", () => {
    const say = vi.fn();
    const clock = vi.spyOn(performance, "now").mockReturnValue(1_000);
    const greetings = new Greetings(say);
    greetings.wait("a");
    greetings.wait("a");
    greetings.wait("b");
    expect(say.mock.calls).toEqual([
      ["a", "hello.a"],
      ["b", "hello.b"],
    ]);
    clock.mockReturnValue(1_250);
    greetings.wait("a");
    expect(say).toHaveBeenCalledTimes(3);
    clock.mockRestore();
  });

  test("forgets an owner with the last that waits", () => {
    const greetings = new Greetings(vi.fn());
    greetings.wait("a");
    greetings.wait("a");
    greetings.leave("a");
    expect(greetings.has("a")).toBe(true);
    greetings.leave("a");
    expect(greetings.has("a")).toBe(false);
    greetings.leave("a");
    expect(greetings.has("a")).toBe(false);
  });

  test("tells a hello from other requests by its ID", () => {
    const greetings = new Greetings(vi.fn());
    expect([greetings.ownerOf("hello.a"), greetings.ownerOf("a")]).toEqual(["a", undefined]);
  });
});
