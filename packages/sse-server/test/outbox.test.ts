import { createWatchedSignal, testEffort, testSeed, verifies } from "@mcp-sse/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_FLUSH_BYTES } from "../src/limits.ts";
import { Outbox } from "../src/outbox.ts";
import { FakeSink } from "./support/exchange.ts";

interface Setup {
  readonly sink: FakeSink;
  readonly outbox: Outbox;
  readonly log: string[];
}

function create(limits = { highWaterBytes: 10, maxBacklogBytes: 100 }): Setup {
  const sink = new FakeSink();
  const log: string[] = [];
  const outbox = new Outbox(sink, limits, {
    onSent: (bytes, messages) => log.push(`sent ${bytes}/${messages}`),
    onBacklog: (bytes) => log.push(`backlog ${bytes}`),
    onBlocked: () => log.push("blocked"),
  });
  return { sink, outbox, log };
}

function started(limits?: { highWaterBytes: number; maxBacklogBytes: number }): Setup {
  const setup = create(limits);
  setup.outbox.start({ "x-one": "1" }, "first");
  return setup;
}

/** Whether a promise has settled by now, and how. */
async function stateOf(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([
    promise.then(
      () => "resolved",
      (reason: unknown) => reason,
    ),
    new Promise((resolve) => setImmediate(resolve, "pending")),
  ]);
}

describe("Outbox", () => {
  verifies(
    "session.endpoint.with-headers",
    "writes nothing before its start, then the first event, then the rest",
    () => {
      const { sink, outbox } = create();
      void outbox.write("a", undefined);
      void outbox.write("b", undefined);
      expect([sink.writes, sink.deferred.length]).toEqual([[], 0]);
      outbox.start({ "x-one": "1" }, "first");
      outbox.start({}, "again");
      expect([sink.headers, sink.writes]).toEqual([{ "x-one": "1" }, ["first"]]);
      sink.tick();
      expect(sink.writes).toEqual(["first", "ab"]);
    },
  );

  verifies("delivery.batching", "hands over what one tick wrote together, in order", () => {
    const { sink, outbox, log } = started();
    for (const text of ["a", "b", "c"]) void outbox.write(text, undefined);
    expect(sink.writes).toEqual(["first"]);
    sink.tick();
    expect(sink.writes).toEqual(["first", "abc"]);
    void outbox.write("d", undefined);
    sink.tick();
    expect(sink.writes.at(-1)).toBe("d");
    expect(log).toEqual(["sent 3/3", "sent 1/1"]);
  });

  test("gives the event loop a turn where more waits than one batch takes, so that a loop of writes cannot hold it up", async () => {
    const { outbox } = started({ highWaterBytes: Infinity, maxBacklogBytes: Infinity });
    const most = "x".repeat(MAX_FLUSH_BYTES);
    let turns = 0;
    const count = (): void => void (turns++ < 100 && setImmediate(count));
    setImmediate(count);
    await outbox.write(most, undefined);
    expect(turns).toBe(0);
    for (let n = 0; n < 3; n++) await outbox.write("x", undefined);
    expect(turns).toBeGreaterThanOrEqual(3);
    outbox.fail(() => new Error("over"));
  });

  verifies(
    "session.write.whole",
    "never splits an event, however large, and batches no more than a turn's worth",
    () => {
      const { sink, outbox } = started({ highWaterBytes: Infinity, maxBacklogBytes: Infinity });
      const large = "x".repeat(3 * MAX_FLUSH_BYTES);
      const half = "y".repeat(MAX_FLUSH_BYTES / 2);
      for (const text of ["a", large, half, half, "b"]) void outbox.write(text, undefined);
      sink.tick();
      expect(sink.writes.slice(1)).toEqual([`a${large}`, half + half, "b"]);
    },
  );

  verifies(
    "session.write.waits",
    "lets a write wait while the backlog is above the high-water mark",
    async () => {
      const { sink, outbox, log } = started();
      sink.hasRoom = false;
      const blocking = outbox.write("x", undefined);
      sink.tick();
      const under = outbox.write("0123456789", undefined);
      const above = outbox.write("+", undefined);
      const later = outbox.write("-", undefined);
      expect([await stateOf(blocking), await stateOf(under)]).toEqual(["resolved", "resolved"]);
      expect([await stateOf(above), await stateOf(later)]).toEqual(["pending", "pending"]);
      expect(outbox.backlog).toBe(12);
      sink.hasRoom = true;
      outbox.drained();
      expect([await stateOf(above), await stateOf(later), outbox.backlog]).toEqual([
        "resolved",
        "resolved",
        0,
      ]);
      expect(log).toEqual(["blocked", "sent 1/1", "backlog 11", "sent 12/3"]);
    },
  );

  verifies("limits.backlog.idle", "takes one message of any size on an idle stream", async () => {
    const { sink, outbox } = started();
    const write = outbox.write("x".repeat(1_000), undefined);
    expect(outbox.overflowing).toBe(true);
    sink.tick();
    expect(await stateOf(write)).toBe("resolved");
    expect(outbox.overflowing).toBe(false);
  });

  test("hands nothing over while the socket has enough, and all of it in order across drains", () => {
    const { sink, outbox } = started({ highWaterBytes: Infinity, maxBacklogBytes: Infinity });
    sink.hasRoom = false;
    void outbox.write("a", undefined);
    sink.tick();
    for (const text of ["b", "c"]) void outbox.write(text, undefined);
    sink.tick();
    expect(sink.writes).toEqual(["first", "a"]);
    outbox.drained();
    void outbox.write("d", undefined);
    outbox.drained();
    outbox.drained();
    expect(sink.writes.join("")).toBe("firstabcd");
  });

  test("takes a waiting event back when its signal is aborted, and leaves no listener", async () => {
    const { sink, outbox } = started();
    sink.hasRoom = false;
    void outbox.write("x", undefined);
    sink.tick();
    void outbox.write("0123456789", undefined);
    const controller = new AbortController();
    const reason = { why: "enough" };
    const aborted = outbox.write("aborted", controller.signal);
    const kept = outbox.write("kept", undefined);
    controller.abort(reason);
    expect(await stateOf(aborted)).toBe(reason);
    expect(outbox.backlog).toBe(14);
    sink.hasRoom = true;
    outbox.drained();
    expect(await stateOf(kept)).toBe("resolved");
    expect(sink.writes.join("")).toBe("firstx0123456789kept");
  });

  test("takes back any number of waiting events, and keeps none of them", async () => {
    const { sink, outbox } = started({ highWaterBytes: 10, maxBacklogBytes: Infinity });
    sink.hasRoom = false;
    void outbox.write("x", undefined);
    sink.tick();
    void outbox.write("0123456789", undefined);
    const waiting = Array.from({ length: 2_000 }, () => {
      const controller = new AbortController();
      return { controller, write: outbox.write("taken back", controller.signal) };
    });
    for (const { controller, write } of waiting.reverse()) {
      controller.abort("enough");
      write.catch(() => undefined);
    }
    expect(outbox.backlog).toBe(10);
    sink.hasRoom = true;
    outbox.drained();
    expect(sink.writes.join("")).toBe("firstx0123456789");
  });

  test("has one listener for a hundred writes that wait on a signal, and none when they are settled", async () => {
    for (const how of ["drained", "failed"] as const) {
      const { sink, outbox } = started({ highWaterBytes: 10, maxBacklogBytes: 10_000 });
      sink.hasRoom = false;
      void outbox.write("x", undefined);
      sink.tick();
      void outbox.write("0123456789", undefined);
      const watched = createWatchedSignal();
      const writes = Promise.allSettled(Array.from({ length: 100 }, () => outbox.write("y", watched.signal)));
      expect(watched.listeners).toBe(1);
      sink.hasRoom = true;
      if (how === "drained") outbox.drained();
      else outbox.fail(() => new Error("over"));
      expect(watched.listeners).toBe(0);
      const statuses = new Set((await writes).map(({ status }) => status));
      expect([...statuses]).toEqual([how === "drained" ? "fulfilled" : "rejected"]);
    }
  });

  test("takes a hundred waiting events back at one abort, in their order", async () => {
    const { sink, outbox } = started({ highWaterBytes: 10, maxBacklogBytes: 10_000 });
    sink.hasRoom = false;
    void outbox.write("x", undefined);
    sink.tick();
    void outbox.write("0123456789", undefined);
    const controller = new AbortController();
    const ended: number[] = [];
    const writes = Array.from({ length: 100 }, (_, index) =>
      outbox.write("y", controller.signal).catch(() => ended.push(index)),
    );
    controller.abort("enough");
    await Promise.all(writes);
    expect(ended).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(outbox.backlog).toBe(10);
  });

  test("writes a comment only where nothing else is on its way", () => {
    const { sink, outbox, log } = started();
    outbox.comment(":1");
    void outbox.write("a", undefined);
    outbox.comment(":2");
    sink.hasRoom = false;
    sink.tick();
    outbox.comment(":3");
    expect(sink.writes).toEqual(["first", ":1", "a"]);
    expect(log).toEqual(["blocked", "sent 1/1"]);
    const unstarted = create();
    unstarted.outbox.comment(":4");
    expect(unstarted.sink.writes).toEqual([]);
  });

  test("ends the stream when everything is handed over, once", () => {
    const { sink, outbox } = started();
    void outbox.write("last", undefined);
    outbox.close();
    expect(sink.state).toBe("open");
    sink.tick();
    expect([sink.state, sink.writes.at(-1)]).toEqual(["ended", "last"]);
    sink.state = "open";
    outbox.close();
    outbox.drained();
    expect(sink.state).toBe("open");
  });

  test("ends a stream whose socket has enough but whose queue is empty", () => {
    const { sink, outbox } = started();
    sink.hasRoom = false;
    void outbox.write("a", undefined);
    sink.tick();
    outbox.close();
    expect(sink.state).toBe("ended");
  });

  test("rejects whoever waits and drops the rest when it fails", async () => {
    const { sink, outbox } = started();
    sink.hasRoom = false;
    void outbox.write("x", undefined);
    sink.tick();
    const waiting = [outbox.write("0123456789+", undefined), outbox.write("-", undefined)];
    const error = new Error("the end");
    outbox.fail(() => error);
    expect(await Promise.all(waiting.map(stateOf))).toEqual([error, error]);
    expect(outbox.backlog).toBe(0);
    sink.hasRoom = true;
    outbox.drained();
    sink.tick();
    outbox.close();
    expect([sink.writes.length, sink.state]).toEqual([2, "open"]);
  });

  test("writes every event exactly once and in order, whatever the socket and the ticks do", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("write" as const), size: fc.integer({ min: 1, max: 60_000 }) }),
      fc.record({ kind: fc.constant("room" as const), hasRoom: fc.boolean() }),
      fc.constant({ kind: "tick" as const }),
      fc.constant({ kind: "drain" as const }),
      fc.record({ kind: fc.constant("abort" as const), at: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { sink, outbox } = started({ highWaterBytes: 1_000, maxBacklogBytes: Infinity });
        const written: string[] = ["first"];
        const waiting: { controller: AbortController; at: number }[] = [];
        for (const each of steps) {
          if (each.kind === "room") sink.hasRoom = each.hasRoom;
          else if (each.kind === "tick") sink.tick();
          else if (each.kind === "drain") outbox.drained();
          else if (each.kind === "abort") {
            const { controller, at } = waiting[each.at % waiting.length] ?? {};
            const { backlog } = outbox;
            controller?.abort();
            if (at !== undefined && outbox.backlog < backlog) written[at] = "";
          } else {
            const controller = new AbortController();
            waiting.push({ controller, at: written.length });
            written.push(String.fromCharCode(97 + (written.length % 26)).repeat(each.size));
            outbox.write(written.at(-1) as string, controller.signal).catch(() => undefined);
          }
        }
        sink.hasRoom = true;
        outbox.close();
        sink.tick();
        outbox.drained();
        expect(sink.writes.join("") === written.join("")).toBe(true);
        expect([sink.state, outbox.backlog]).toEqual(["ended", 0]);
      }),
      { seed: testSeed, numRuns: 100 * testEffort },
    );
  });
});
