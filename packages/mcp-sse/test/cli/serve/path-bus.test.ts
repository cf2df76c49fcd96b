import { type Envelope, type MessageBus, memoryBus } from "@mcp-sse/sse-server";
import { describe, expect, test, vi } from "vitest";
import { pathBus } from "../../../src/cli/serve/path-bus.ts";

const envelopeAt = (target: string): Envelope =>
  ({ id: "1", sessionId: "s", target, deadline: Date.now() + 60_000 }) as Envelope;

describe("a bus of one path", () => {
  test("hands over what was posted there, and knows no session for what was posted elsewhere", async () => {
    const bus = pathBus(memoryBus(), "/one/sse");
    const inbox = vi.fn(async () => ({ status: "accepted" }) as const);
    await bus.start("a", inbox);
    for (const target of ["/one/sse?sessionId=1", "/one/sse"]) {
      expect(await bus.deliver("a", envelopeAt(target))).toEqual({ status: "accepted" });
    }
    for (const target of ["/two/sse?sessionId=1", "/one/sse/?sessionId=1", "/?/one/sse", ""]) {
      expect(await bus.deliver("a", envelopeAt(target))).toEqual({ status: "unknown-session" });
    }
    expect(inbox).toHaveBeenCalledTimes(2);
  });

  test("is that bus in everything else", async () => {
    const carried: MessageBus = {
      health: "degraded",
      maxBodyBytes: 7,
      start: vi.fn(async () => undefined),
      deliver: vi.fn(async () => ({ status: "timeout" }) as const),
      stop: vi.fn(async () => undefined),
    };
    const bus = pathBus(carried, "/sse");
    expect([bus.health, bus.maxBodyBytes]).toEqual(["degraded", 7]);
    const { signal } = new AbortController();
    const envelope = envelopeAt("/other");
    expect(await bus.deliver("b", envelope, signal)).toEqual({ status: "timeout" });
    expect(carried.deliver).toHaveBeenCalledWith("b", envelope, signal);
    await bus.start("a", async () => ({ status: "accepted" }), { secret: "s" });
    expect(carried.start).toHaveBeenCalledWith("a", expect.any(Function), { secret: "s" });
    await bus.stop({ drainMs: 5 });
    expect(carried.stop).toHaveBeenCalledWith({ drainMs: 5 });
  });
});
