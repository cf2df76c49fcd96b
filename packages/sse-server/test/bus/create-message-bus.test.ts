import { envelopeTo, messageBusSuite, verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { BusCarrier } from "../../src/bus/carrier.ts";
import { createMessageBus } from "../../src/bus/create-message-bus.ts";
import { decodeFrame, encodeAnswer, encodeEnvelope, encodeRequest } from "../../src/bus/frame.ts";
import type { Delivery, Envelope, Inbox, MessageBus } from "../../src/message-bus.ts";
import { type MemoryBroker, memoryBroker } from "../support/memory-broker.ts";

messageBusSuite({
  name: "createMessageBus",
  open() {
    const broker = memoryBroker();
    return { connect: () => createMessageBus(broker.connect()), dispose: () => undefined };
  },
});

const ACCEPTED: Delivery = { status: "accepted" };
const accept: Inbox = async () => ACCEPTED;

async function join(broker: MemoryBroker, node: string, inbox: Inbox = accept): Promise<MessageBus> {
  const bus = createMessageBus(broker.connect());
  onTestFinished(() => bus.stop());
  await bus.start(node, inbox);
  return bus;
}

/** An owner of another make, whose clock is ahead by `skewMs`. */
function ownerWith(broker: MemoryBroker, name: string, skewMs: number): Envelope[] {
  const received: Envelope[] = [];
  broker.listen(name, (text) => {
    const frame = decodeFrame(text);
    const clock = Date.now() + skewMs;
    if (frame?.kind === "hello") {
      broker.put(frame.hello.from, encodeAnswer({ id: frame.hello.id, from: name, clock, status: "here" }));
    } else if (frame?.kind === "request") {
      received.push(frame.envelope);
      const { id, from } = frame.envelope;
      broker.put(from, encodeAnswer({ id, from: name, clock, status: "accepted" }));
    }
  });
  return received;
}

describe("a bus over a carrier", () => {
  verifies(
    "bus.deliver.never-late",
    "stamps the deadline in the owner's clock, whatever that says",
    async () => {
      const broker = memoryBroker();
      const poster = await join(broker, "poster");
      for (const skewMs of [-2_000, 2_000, 3_600_000]) {
        const received = ownerWith(broker, `owner${skewMs}`, skewMs);
        const envelope = envelopeTo("owner", { deadline: Date.now() + 2_000 });
        expect(await poster.deliver(`owner${skewMs}`, envelope)).toEqual(ACCEPTED);
        const stamped = received[0]?.deadline ?? Number.NaN;
        expect(stamped).toBeLessThanOrEqual(envelope.deadline + skewMs + 2);
        expect(stamped).toBeGreaterThan(envelope.deadline + skewMs - 500);
      }
    },
  );

  verifies(
    "bus.deliver.never-late",
    "delivers nothing that lay in a buffer past its deadline, of a stranger or not",
    async () => {
      const broker = memoryBroker();
      const inbox = vi.fn(accept);
      await join(broker, "owner", inbox);
      const known = await join(broker, "known");
      await known.deliver("owner", envelopeTo("owner"));
      const stranger = await join(broker, "stranger");
      broker.hold();
      const late = [known, stranger].map((poster) =>
        poster.deliver("owner", envelopeTo("owner", { deadline: Date.now() + 60 })),
      );
      expect(await Promise.all(late)).toEqual([{ status: "timeout" }, { status: "timeout" }]);
      broker.release();
      await known.deliver("owner", envelopeTo("owner"));
      expect(inbox).toHaveBeenCalledTimes(2);
    },
  );

  test("sends once more, with the time as it is there now, what an owner found late whose clock was set", async () => {
    const broker = memoryBroker();
    const poster = await join(broker, "poster");
    let skewMs = 0;
    const deadlines: number[] = [];
    broker.listen("owner", (text) => {
      const frame = decodeFrame(text);
      if (frame?.kind !== "hello" && frame?.kind !== "request") return;
      const { id, from } = frame.kind === "hello" ? frame.hello : frame.envelope;
      const clock = Date.now() + skewMs;
      const isLate = frame.kind === "request" && frame.envelope.deadline < clock;
      if (frame.kind === "request") deadlines.push(frame.envelope.deadline - clock);
      const status = frame.kind === "hello" ? "here" : isLate ? "late" : "accepted";
      broker.put(from, encodeAnswer({ id, from: "owner", clock, status }));
    });
    expect(await poster.deliver("owner", envelopeTo("owner"))).toEqual(ACCEPTED);
    skewMs = 10_000;
    expect(await poster.deliver("owner", envelopeTo("owner"))).toEqual(ACCEPTED);
    expect(deadlines.map((left) => left > 0)).toEqual([true, false, true]);
  });

  test("asks for the clock of an owner once, and sends in order what waited for it", async () => {
    const broker = memoryBroker();
    const received = ownerWith(broker, "owner", 0);
    const poster = await join(broker, "poster");
    const bodies = ["1", "2", "3"];
    await Promise.all(bodies.map((body) => poster.deliver("owner", envelopeTo("owner", { body }))));
    const toOwner = broker.sent.filter(({ to }) => to === "owner").map(({ text }) => text[0]);
    expect(toOwner).toEqual(["H", "Q", "Q", "Q"]);
    expect(received.map(({ body }) => body)).toEqual(bodies);
  });

  test("answers a request of another version, so that its sender need not wait", async () => {
    const broker = memoryBroker();
    const inbox = vi.fn(accept);
    await join(broker, "owner", inbox);
    const answers: unknown[] = [];
    broker.listen("newer", (text) => answers.push(decodeFrame(text)));
    const newer = { ...envelopeTo("owner", { from: "newer" }), version: 2 } as unknown as Envelope;
    broker.put("owner", encodeRequest(encodeEnvelope(newer), Date.now() + 1_000));
    await vi.waitFor(() =>
      expect(answers).toMatchObject([{ kind: "answer", answer: { id: newer.id, status: "unreadable" } }]),
    );
    expect(inbox).not.toHaveBeenCalled();
  });

  test("ignores what is nothing of a bus, and answers to nothing", async () => {
    const broker = memoryBroker();
    const poster = await join(broker, "poster");
    for (const text of ["", "Q", "A{}", 'A{"id":"x","from":"y","clock":1,"status":"accepted"}', "\n\n"]) {
      broker.put("poster", text);
    }
    expect(poster.health).toBe("up");
  });

  test("takes an answer from the owner only", async () => {
    const broker = memoryBroker();
    broker.listen("owner", (text) => {
      const frame = decodeFrame(text);
      if (frame?.kind === "hello") {
        const { id, from } = frame.hello;
        broker.put(from, encodeAnswer({ id, from: "owner", clock: Date.now(), status: "here" }));
      } else if (frame?.kind === "request") {
        const { id, from } = frame.envelope;
        broker.put(from, encodeAnswer({ id, from: "another", clock: Date.now(), status: "accepted" }));
      }
    });
    const poster = await join(broker, "poster");
    const envelope = envelopeTo("owner", { deadline: Date.now() + 100 });
    expect(await poster.deliver("owner", envelope)).toEqual({ status: "timeout" });
  });

  test("settles what was sent as timeout when the connection is lost, and what was not as bus-down", async () => {
    const broker = memoryBroker();
    const carrier = broker.connect();
    const poster = createMessageBus(carrier);
    onTestFinished(() => poster.stop());
    await poster.start("poster", accept);
    await join(broker, "owner", () => new Promise(() => undefined));
    broker.listen("silent", () => undefined);
    const unsent = poster.deliver("silent", envelopeTo("silent"));
    const sent = poster.deliver("owner", envelopeTo("owner"));
    await vi.waitFor(() => expect(broker.sent.some(({ text }) => text.startsWith("Q"))).toBe(true));
    carrier.events?.down();
    expect(await Promise.all([unsent, sent])).toEqual([{ status: "bus-down" }, { status: "timeout" }]);
    expect(await poster.deliver("owner", envelopeTo("owner"))).toEqual({ status: "bus-down" });
    carrier.events?.up();
    await vi.waitFor(() => expect(poster.health).toBe("up"));
  });

  test("settles what is told of one request, and of all to a node that is gone", async () => {
    const broker = memoryBroker();
    const carrier = broker.connect();
    const poster = createMessageBus(carrier);
    onTestFinished(() => poster.stop());
    await poster.start("poster", accept);
    await join(broker, "owner", () => new Promise(() => undefined));
    const envelopes = [envelopeTo("owner"), envelopeTo("owner"), envelopeTo("owner")] as const;
    const deliveries = envelopes.map((envelope) => poster.deliver("owner", envelope));
    await vi.waitFor(() => expect(broker.sent.filter(({ text }) => text.startsWith("Q"))).toHaveLength(3));
    carrier.events?.overloaded(envelopes[0].id);
    carrier.events?.nobody(envelopes[1].id);
    carrier.events?.nobody("of nobody");
    carrier.events?.gone("owner");
    expect(await Promise.all(deliveries)).toEqual([
      { status: "overloaded" },
      { status: "owner-gone" },
      // It may have come before its owner went.
      { status: "timeout" },
    ]);
  });

  test("opens its inbox again until that succeeds, and says so when it is stopped before", async () => {
    const open = vi.fn<BusCarrier["open"]>().mockRejectedValue(new Error("no broker"));
    const bus = createMessageBus({ ...memoryBroker().connect(), open });
    const starting = bus.start("a", accept);
    await vi.waitFor(() => expect(open.mock.calls.length).toBeGreaterThan(1));
    await expect(bus.start("a", accept)).rejects.toThrow(TypeError);
    await bus.stop();
    await expect(starting).rejects.toThrow("stopped");
  });

  test("does not wait for a broker that does not close its inbox", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const close = (): Promise<void> => new Promise(() => undefined);
    const bus = createMessageBus({ ...memoryBroker().connect(), close });
    const stopped = bus.stop();
    await vi.advanceTimersByTimeAsync(1_000);
    await stopped;
    await bus.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
