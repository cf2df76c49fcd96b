import { type Envelope, type MessageBus, memoryBus } from "@mcp-sse/sse-server";
import { describe, expect, test } from "vitest";
import { whenConnected } from "../../../src/cli/serve/when-connected.ts";

const envelope = { id: "1", sessionId: "s", deadline: Date.now() + 60_000 } as Envelope;

function later(): { coming: Promise<MessageBus>; come(bus: MessageBus): void } {
  let come!: (bus: MessageBus) => void;
  const coming = new Promise<MessageBus>((resolve) => {
    come = resolve;
  });
  return { coming, come };
}

describe("a bus that is not connected yet", () => {
  test("is down, and refuses no length", async () => {
    const bus = whenConnected(later().coming);
    expect([bus.health, bus.maxBodyBytes]).toEqual(["down", Number.POSITIVE_INFINITY]);
    expect(await bus.deliver("b", envelope)).toEqual({ status: "bus-down" });
    await bus.stop();
  });

  test("starts when it is connected, and is that bus from then on", async () => {
    const { coming, come } = later();
    const bus = whenConnected(coming);
    const started = bus.start("b", async () => ({ status: "accepted" }), { secret: "s3cret" });
    const methods = memoryMethods();
    const secrets: unknown[] = [];
    come({
      ...methods,
      maxBodyBytes: 7,
      start(node, inbox, options) {
        secrets.push(options?.secret);
        return methods.start(node, inbox);
      },
    });
    await started;
    expect(secrets).toEqual(["s3cret"]);
    expect([bus.health, bus.maxBodyBytes]).toEqual(["up", 7]);
    expect(await bus.deliver("b", envelope)).toEqual({ status: "accepted" });
    expect(await bus.deliver("c", envelope)).toEqual({ status: "unknown-session" });
  });

  test("starts no more once it was stopped", async () => {
    const { coming, come } = later();
    const bus = whenConnected(coming);
    const started = bus.start("b", async () => ({ status: "accepted" }));
    await bus.stop();
    come(memoryBus());
    await expect(started).rejects.toThrow("stopped");
  });

  test("fails to start as its connection does", async () => {
    const failed = new Error("no permission");
    const bus = whenConnected(Promise.reject(failed));
    await expect(bus.start("b", async () => ({ status: "accepted" }))).rejects.toBe(failed);
  });
});

/** A bus in memory, as one whose members can be replaced. */
function memoryMethods(): MessageBus {
  const bus = memoryBus();
  return {
    health: bus.health,
    maxBodyBytes: bus.maxBodyBytes,
    start: (node, inbox) => bus.start(node, inbox),
    deliver: (owner, sent) => bus.deliver(owner, sent),
    stop: () => bus.stop(),
  };
}
