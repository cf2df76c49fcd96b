import { messageBusSuite } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { leaveBus, mayReach, memoryBus } from "../src/memory-bus.ts";
import type { Envelope, MessageBus } from "../src/message-bus.ts";

const envelope: Envelope = {
  version: 1,
  id: "1",
  from: "a",
  sessionId: "b.x",
  deadline: Date.now() + 60_000,
  principal: undefined,
  authInfo: undefined,
  target: "/",
  origin: "http://localhost",
  headers: [],
  remoteAddress: undefined,
  body: "{}",
};

messageBusSuite({
  name: "memoryBus",
  isShared: true,
  open() {
    const bus = memoryBus();
    return { connect: () => bus, dispose: () => undefined };
  },
});

describe("memoryBus", () => {
  test("delivers to the inbox of the owner and hands its answer back", async () => {
    const bus = memoryBus();
    const taken: Envelope[] = [];
    await bus.start("b", async (received) => {
      taken.push(received);
      return { status: "accepted" };
    });
    expect(await bus.deliver("b", envelope)).toEqual({ status: "accepted" });
    expect(taken).toEqual([envelope]);
  });

  test("knows no session of a node that it does not know", async () => {
    expect(await memoryBus().deliver("elsewhere", envelope)).toEqual({ status: "unknown-session" });
  });

  test("is up at once and carries bodies of any size", async () => {
    const bus = memoryBus();
    expect(bus).toMatchObject({ health: "up", maxBodyBytes: Infinity });
    await bus.stop();
  });
});

describe("mayReach", () => {
  test("knows the nodes of a bus in memory, and has to ask any other", async () => {
    const bus = memoryBus();
    await bus.start("b", async () => ({ status: "accepted" }));
    expect([mayReach(bus, "a"), mayReach(bus, "b")]).toEqual([false, true]);
    expect(mayReach({ ...bus } as MessageBus, "a")).toBe(true);
  });
});

describe("leaveBus", () => {
  test("takes one node off a bus in memory, and nothing off another", async () => {
    const bus = memoryBus();
    for (const node of ["a", "b"]) await bus.start(node, async () => ({ status: "accepted" }));
    leaveBus(bus, "b");
    leaveBus({ ...bus } as MessageBus, "a");
    expect([await bus.deliver("a", envelope), await bus.deliver("b", envelope)]).toEqual([
      { status: "accepted" },
      { status: "unknown-session" },
    ]);
  });
});
