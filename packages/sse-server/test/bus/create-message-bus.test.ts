import { envelopeTo, messageBusSuite, verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { BusCarrier } from "../../src/bus/carrier.ts";
import { createMessageBus } from "../../src/bus/create-message-bus.ts";
import {
  type AnswerStatus,
  decodeFrames,
  encodeAnswers,
  encodeEnvelope,
  encodeRequest,
} from "../../src/bus/frame.ts";
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

/** Sets the wall clock ahead of what it is. */
function setClock(forwardMs: number): void {
  vi.restoreAllMocks();
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + forwardMs);
  onTestFinished(() => void vi.restoreAllMocks());
}

/** Answers one request as an owner does. */
function answerAt(
  broker: MemoryBroker,
  to: { readonly id: string; readonly from: string },
  owner: string,
  clock: number,
  status: AnswerStatus,
): void {
  broker.put(to.from, encodeAnswers(owner, clock, [{ id: to.id, status }]));
}

/** An owner of another make, whose clock is ahead by `skewMs`. */
function ownerWith(broker: MemoryBroker, name: string, skewMs: number): Envelope[] {
  const received: Envelope[] = [];
  broker.listen(name, (text) => {
    for (const frame of decodeFrames(text)) {
      const clock = Date.now() + skewMs;
      if (frame.kind === "hello") {
        answerAt(broker, frame.hello, name, clock, "here");
      } else if (frame.kind === "request") {
        received.push(frame.envelope);
        answerAt(broker, frame.envelope, name, clock, "accepted");
      }
    }
  });
  return received;
}

function withCycle(): unknown {
  const info: { self?: unknown } = {};
  info.self = info;
  return info;
}

describe("a bus over a carrier", () => {
  verifies(
    "bus.deliver.settles",
    "sends nothing of an envelope that is no plain data, and carries the next",
    async () => {
      const broker = memoryBroker();
      const inbox = vi.fn(accept);
      await join(broker, "owner", inbox);
      const poster = await join(broker, "poster");
      for (const authInfo of [{ n: 1n }, withCycle()]) {
        expect(await poster.deliver("owner", envelopeTo("owner", { authInfo }))).toEqual({
          status: "bus-down",
        });
      }
      expect(poster.health).toBe("up");
      expect(await poster.deliver("owner", envelopeTo("owner", { authInfo: { n: 1 } }))).toEqual(ACCEPTED);
      expect(inbox).toHaveBeenCalledTimes(1);
    },
  );

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

  verifies(
    "bus.deliver.never-late",
    "stamps no deadline later because the clock of the poster is set forward, after it knows the owner's",
    async () => {
      const broker = memoryBroker();
      const steady = (): number => performance.timeOrigin + performance.now();
      const left: number[] = [];
      broker.listen("owner", (text) => {
        for (const frame of decodeFrames(text)) {
          if (frame.kind === "hello") answerAt(broker, frame.hello, "owner", steady(), "here");
          if (frame.kind !== "request") continue;
          left.push(frame.envelope.deadline - steady());
          answerAt(broker, frame.envelope, "owner", steady(), "accepted");
        }
      });
      const poster = await join(broker, "poster");
      for (const forwardMs of [0, 30_000, 30_000, 0]) {
        setClock(forwardMs);
        const envelope = envelopeTo("owner", { deadline: Date.now() + 2_000 });
        expect(await poster.deliver("owner", envelope)).toEqual(ACCEPTED);
      }
      for (const ms of left) expect(ms).toBeLessThan(2_002);
      for (const ms of left) expect(ms).toBeGreaterThan(1_500);
    },
  );

  test("delivers as ever after clocks were set forward for a while, and hands on deadlines as they are here", async () => {
    const broker = memoryBroker();
    const inbox = vi.fn(accept);
    await join(broker, "owner", inbox);
    const poster = await join(broker, "poster");
    for (const forwardMs of [0, 3_600_000, 0]) {
      setClock(forwardMs);
      const envelope = envelopeTo("owner", { deadline: Date.now() + 2_000 });
      expect(await poster.deliver("owner", envelope)).toEqual(ACCEPTED);
      const left = (inbox.mock.lastCall?.[0].deadline ?? Number.NaN) - Date.now();
      expect(left).toBeLessThan(2_002);
      expect(left).toBeGreaterThan(1_000);
    }
  });

  test("sends once more, with the time as it is there now, what an owner found late whose clock was set", async () => {
    const broker = memoryBroker();
    const poster = await join(broker, "poster");
    let skewMs = 0;
    const deadlines: number[] = [];
    broker.listen("owner", (text) => {
      const [frame] = decodeFrames(text);
      if (frame?.kind !== "hello" && frame?.kind !== "request") return;
      const clock = Date.now() + skewMs;
      const isLate = frame.kind === "request" && frame.envelope.deadline < clock;
      if (frame.kind === "request") deadlines.push(frame.envelope.deadline - clock);
      const status = frame.kind === "hello" ? "here" : isLate ? "late" : "accepted";
      answerAt(broker, frame.kind === "hello" ? frame.hello : frame.envelope, "owner", clock, status);
    });
    expect(await poster.deliver("owner", envelopeTo("owner"))).toEqual(ACCEPTED);
    skewMs = 10_000;
    expect(await poster.deliver("owner", envelopeTo("owner"))).toEqual(ACCEPTED);
    expect(deadlines.map((left) => left > 0)).toEqual([true, false, true]);
  });

  test("asks for the clock of an owner once, and sends as one text, in order, what waited for it", async () => {
    const broker = memoryBroker();
    const received = ownerWith(broker, "owner", 0);
    const poster = await join(broker, "poster");
    const bodies = ["1", "2", "3"];
    await Promise.all(bodies.map((body) => poster.deliver("owner", envelopeTo("owner", { body }))));
    const toOwner = broker.sent.filter(({ to }) => to === "owner").map(({ text }) => text[0]);
    expect(toOwner).toEqual(["H", "B"]);
    expect(received.map(({ body }) => body)).toEqual(bodies);
  });

  test("answers a request of another version, so that its sender need not wait", async () => {
    const broker = memoryBroker();
    const inbox = vi.fn(accept);
    await join(broker, "owner", inbox);
    const answers: unknown[] = [];
    broker.listen("newer", (text) => answers.push(...decodeFrames(text)));
    const newer = { ...envelopeTo("owner", { from: "newer" }), version: 2 } as unknown as Envelope;
    broker.put("owner", encodeRequest(encodeEnvelope(newer, "newer"), Date.now() + 1_000));
    await vi.waitFor(() =>
      expect(answers).toMatchObject([{ kind: "answers", answers: [{ id: newer.id, status: "unreadable" }] }]),
    );
    expect(inbox).not.toHaveBeenCalled();
  });

  test("ignores what is nothing of a bus, and answers to nothing", async () => {
    const broker = memoryBroker();
    const poster = await join(broker, "poster");
    for (const text of [
      "",
      "Q",
      "B9",
      "A{}",
      'A{"from":"y","clock":1,"answers":[["x","accepted"]]}',
      "\n\n",
    ]) {
      broker.put("poster", text);
    }
    expect(poster.health).toBe("up");
  });

  test("takes an answer from the owner only", async () => {
    const broker = memoryBroker();
    broker.listen("owner", (text) => {
      const [frame] = decodeFrames(text);
      if (frame?.kind === "hello") answerAt(broker, frame.hello, "owner", Date.now(), "here");
      if (frame?.kind === "request") {
        answerAt(broker, frame.envelope, "another", Date.now(), "accepted");
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

  test("settles what is told of one text, whatever it carried, and of all to a node that is gone", async () => {
    const broker = memoryBroker();
    const carrier = broker.connect();
    const request = vi.spyOn(carrier, "request");
    const poster = createMessageBus(carrier);
    onTestFinished(() => poster.stop());
    await poster.start("poster", accept);
    await join(broker, "owner", () => new Promise(() => undefined));
    const deliver = async (count: number): Promise<{ ids: string; deliveries: Promise<Delivery>[] }> => {
      const before = request.mock.calls.length;
      const deliveries = Array.from({ length: count }, () => poster.deliver("owner", envelopeTo("owner")));
      await vi.waitFor(() => {
        const sent = request.mock.calls.slice(before).filter(([, , text]) => /^[BQ]/.test(text));
        expect(sent).toHaveLength(1);
      });
      return { ids: request.mock.calls.at(-1)?.[1] ?? "", deliveries };
    };
    const [full, lost, left] = [await deliver(2), await deliver(2), await deliver(2)];
    carrier.events?.nobody("of nobody");
    carrier.events?.overloaded(full.ids);
    expect(await Promise.all(full.deliveries)).toEqual([{ status: "overloaded" }, { status: "overloaded" }]);
    carrier.events?.nobody(lost.ids);
    expect(await Promise.all(lost.deliveries)).toEqual([{ status: "owner-gone" }, { status: "owner-gone" }]);
    carrier.events?.gone("owner");
    // It may have come before its owner went.
    expect(await Promise.all(left.deliveries)).toEqual([{ status: "timeout" }, { status: "timeout" }]);
  });

  test("sends nothing of what was given up in the turn in which it came", async () => {
    const broker = memoryBroker();
    const poster = await join(broker, "poster");
    const received = ownerWith(broker, "owner", 0);
    await poster.deliver("owner", envelopeTo("owner", { body: "1" }));
    const controller = new AbortController();
    const given = poster.deliver("owner", envelopeTo("owner", { body: "2" }), controller.signal);
    const kept = poster.deliver("owner", envelopeTo("owner", { body: "3" }));
    controller.abort();
    expect(await Promise.all([given, kept])).toEqual([{ status: "timeout" }, ACCEPTED]);
    expect(received.map(({ body }) => body)).toEqual(["1", "3"]);
  });

  test("answers what came before its end, at once", async () => {
    const broker = memoryBroker();
    const poster = await join(broker, "poster");
    let answer: ((delivery: Delivery) => void) | undefined;
    const owner = await join(
      broker,
      "owner",
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const delivered = poster.deliver("owner", envelopeTo("owner"));
    await vi.waitFor(() => expect(answer).toBeDefined());
    const stopped = owner.stop();
    answer?.(ACCEPTED);
    await stopped;
    expect(broker.sent.at(-1)?.text).toContain('"accepted"');
    expect(await delivered).toEqual(ACCEPTED);
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

  test("ends its start when it is stopped, also where a client goes on trying to connect", async () => {
    const open = (): Promise<void> => new Promise(() => undefined);
    const bus = createMessageBus({ ...memoryBroker().connect(), open });
    const starting = expect(bus.start("a", accept)).rejects.toThrow("stopped");
    await bus.stop();
    await starting;
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
