import { verifies } from "@mcp-sse/testkit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { InboxWatch } from "../../src/bus/inbox-watch.ts";

describe("InboxWatch", () => {
  const probe = vi.fn(async () => undefined);
  const reopen = vi.fn();
  let watch: InboxWatch;
  beforeEach(() => {
    vi.useFakeTimers();
    probe.mockClear();
    reopen.mockClear();
    watch = new InboxWatch(probe, reopen);
  });
  afterEach(() => {
    watch.stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  verifies("bus.health", "is up when the connection is there and the inbox has answered", async () => {
    expect(watch.health).toBe("down");
    watch.connected();
    expect([watch.health, probe.mock.calls.length]).toEqual(["down", 1]);
    const up = watch.up();
    watch.answered();
    await up;
    await watch.up();
    expect(watch.health).toBe("up");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(probe).toHaveBeenCalledTimes(2);
  });

  verifies(
    "bus.health",
    "is degraded when one answer is overdue and down when two are, and opens the inbox again",
    async () => {
      watch.connected();
      watch.answered();
      await vi.advanceTimersByTimeAsync(2_010);
      expect([watch.health, reopen.mock.calls.length]).toEqual(["degraded", 1]);
      await vi.advanceTimersByTimeAsync(260);
      expect([watch.health, reopen.mock.calls.length]).toEqual(["down", 2]);
      watch.answered();
      expect(watch.health).toBe("up");
    },
  );

  test("is down while the connection is lost, and believes no answer from before", () => {
    watch.connected();
    watch.answered();
    watch.disconnected();
    watch.answered();
    expect([watch.health, vi.getTimerCount()]).toEqual(["down", 0]);
    watch.connected();
    expect(watch.health).toBe("down");
    watch.answered();
    expect(watch.health).toBe("up");
  });

  test("asks a broker that stands still nothing more until it has taken the question", async () => {
    let taken!: () => void;
    probe.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          taken = () => resolve(undefined);
        }),
    );
    watch.connected();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(probe).toHaveBeenCalledTimes(1);
    taken();
    await vi.advanceTimersByTimeAsync(300);
    expect(probe.mock.calls.length).toBeGreaterThan(1);
  });

  test("reads what lies in the socket before it concludes anything from a pause of its own", async () => {
    watch.connected();
    watch.answered();
    await vi.advanceTimersByTimeAsync(1_000);
    // The pause: the timer is due, the answer there.
    setTimeout(() => watch.answered(), 1_000);
    await vi.advanceTimersByTimeAsync(1_010);
    expect([watch.health, reopen.mock.calls.length]).toEqual(["up", 0]);
  });

  test("lets go of who waits when it is stopped", async () => {
    const up = watch.up();
    watch.stop();
    await up;
    await watch.up();
    expect(watch.health).toBe("down");
  });
});
