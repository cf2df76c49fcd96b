import { encodeMessage, type JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { createWatchedSignal, testEffort, testSeed, verifies } from "@mcp-sse/testkit";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPostQueue, type Failure, type PostQueue, type PostQueueOptions } from "../src/post-queue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** A queue whose POSTs the test answers. Messages have names: `R1` a request, `N1` a notification, `A1` a response. */
class Play {
  /** What was posted, in order. */
  readonly posted: string[] = [];
  /** What was given up while it was under way. */
  readonly cancelled: string[] = [];
  /** How each write was settled. */
  readonly outcomes = new Map<string, unknown>();
  /** What does not leave by itself when it is posted. */
  readonly slow = new Set<string>();
  readonly #settle = new Map<string, (failure?: Failure) => void>();
  readonly #sent = new Map<string, (isSent: boolean) => void>();
  readonly queue: PostQueue;

  constructor(options: Partial<PostQueueOptions> = {}) {
    this.queue = createPostQueue({
      maxConcurrentPosts: 16,
      maxBacklogBytes: Number.POSITIVE_INFINITY,
      fenceTimeoutMs: 1_000,
      ...options,
      post: (body, settle, onSent) => {
        const name = nameOf(body);
        this.posted.push(name);
        this.#settle.set(name, settle);
        this.#sent.set(name, onSent);
        if (!this.slow.has(name)) onSent(true);
        return () => {
          if (this.#settle.delete(name)) this.cancelled.push(name);
        };
      },
    });
  }

  get unanswered(): string[] {
    return [...this.#settle.keys()];
  }

  /** Writes messages by their names. */
  write(names: string, signal?: AbortSignal): void {
    for (const name of names.split(" ")) {
      const message = messageOf(name);
      this.queue.write(message, encodeMessage(message), signal).then(
        () => this.outcomes.set(name, "accepted"),
        (error: unknown) => this.outcomes.set(name, error),
      );
    }
  }

  /** Has a POST leave, or come back to be sent again. */
  sent(name: string, isSent = true): void {
    this.#sent.get(name)?.(isSent);
  }

  /** Answers POSTs by their names. */
  async answer(names: string, failure?: Failure): Promise<void> {
    for (const name of names.split(" ")) {
      const settle = this.#settle.get(name);
      if (settle === undefined) throw new Error(`${name} is not under way`);
      this.#settle.delete(name);
      settle(failure);
    }
    await vi.advanceTimersByTimeAsync(0);
  }
}

function messageOf(name: string): JsonRpcMessage {
  const cancelled = /^C(\d+):(.*)$/.exec(name);
  if (cancelled) {
    const params = { requestId: cancelled[2], name };
    return { jsonrpc: "2.0", method: "notifications/cancelled", params };
  }
  if (name.startsWith("R")) return { jsonrpc: "2.0", id: name, method: "request", params: { name } };
  if (name.startsWith("A")) return { jsonrpc: "2.0", id: name, result: { name } };
  return { jsonrpc: "2.0", method: "notification", params: { name } };
}

function nameOf(body: string): string {
  return /"name":"([^"]+)"/.exec(body)?.[1] ?? "";
}

/** A queue past its first message. */
async function begun(options: Partial<PostQueueOptions> = {}): Promise<Play> {
  const play = new Play(options);
  play.write("R0");
  await play.answer("R0");
  play.posted.length = 0;
  return play;
}

describe("a post queue", () => {
  describe("posts", () => {
    verifies(
      "client.order.fence",
      "nothing before the first message was answered, whatever it is",
      async () => {
        for (const first of ["R1", "N1", "A1"]) {
          const play = new Play();
          play.write(`${first} R2 A2 N2 R3`);
          expect(play.posted).toEqual([first]);
          await play.answer(first);
          expect(play.posted).toEqual([first, "R2", "A2"]);
          await play.answer("A2 R2");
          await play.answer("N2");
          await play.answer("R3");
        }
      },
    );

    verifies(
      "client.order.fence",
      "a notification after all before it, and nothing before its answer",
      async () => {
        const play = await begun();
        play.write("R1 A1 N1 R2 A2 N2 N3");
        expect(play.posted).toEqual(["R1", "A1"]);
        await play.answer("R1");
        expect(play.posted).toEqual(["R1", "A1"]);
        await play.answer("A1");
        expect(play.posted).toEqual(["R1", "A1", "N1"]);
        await play.answer("N1");
        expect(play.posted).toEqual(["R1", "A1", "N1", "R2", "A2"]);
        await play.answer("R2 A2");
        await play.answer("N2");
        expect(play.posted.slice(-2)).toEqual(["N2", "N3"]);
        await play.answer("N3");
      },
    );

    verifies("client.order.concurrent", "up to maxConcurrentPosts requests at a time", async () => {
      const play = await begun({ maxConcurrentPosts: 3 });
      play.write("R1 R2 R3 R4 R5");
      expect(play.posted).toEqual(["R1", "R2", "R3"]);
      await play.answer("R2");
      expect(play.posted).toEqual(["R1", "R2", "R3", "R4"]);
      await play.answer("R1 R3 R4 R5");
    });

    verifies("client.order.concurrent", "requests one at a time when it is 1", async () => {
      const play = await begun({ maxConcurrentPosts: 1 });
      play.write("R1 R2 R3");
      for (const name of ["R1", "R2", "R3"]) {
        expect(play.unanswered).toEqual([name]);
        await play.answer(name);
      }
    });

    verifies(
      "client.order.responses",
      "responses past requests that wait, and beyond the number",
      async () => {
        const play = await begun({ maxConcurrentPosts: 1 });
        play.write("R1 R2 A1 A2 R3 A3");
        expect(play.posted).toEqual(["R1", "A1", "A2", "A3"]);
        await play.answer("R1 A1 A2 A3");
        expect(play.unanswered).toEqual(["R2"]);
        await play.answer("R2");
        await play.answer("R3");
      },
    );

    test("a bounded number of responses at a time", async () => {
      const play = await begun();
      const names = Array.from({ length: 300 }, (_, number) => `A${number}`);
      play.write(names.join(" "));
      expect(play.posted).toHaveLength(256);
      await play.answer("A0");
      expect(play.posted).toHaveLength(257);
      for (const name of names.slice(1)) await play.answer(name);
      expect(play.posted).toEqual(names);
    });

    test("on after a failure, which rejects its own write and nothing else", async () => {
      const error = new Error("refused");
      const play = new Play();
      play.write("R1 N1 R2");
      await play.answer("R1", { error });
      await play.answer("N1", { error });
      await play.answer("R2");
      expect([...play.outcomes]).toEqual([
        ["R1", error],
        ["N1", error],
        ["R2", "accepted"],
      ]);
    });
  });

  describe("waits", () => {
    verifies("client.order.fence-timeout", "fenceTimeoutMs at most with a fence", async () => {
      const play = await begun({ fenceTimeoutMs: 500 });
      play.write("R1");
      await vi.advanceTimersByTimeAsync(300);
      play.write("N1");
      await vi.advanceTimersByTimeAsync(499);
      expect(play.posted).toEqual(["R1"]);
      await vi.advanceTimersByTimeAsync(1);
      expect(play.posted).toEqual(["R1", "N1"]);
      await play.answer("N1 R1");
    });

    test("as long with the next fence for one that was posted late, and no longer when it is answered", async () => {
      const play = await begun();
      play.write("R1 N1 N2 N3");
      await vi.advanceTimersByTimeAsync(1_000);
      expect(play.posted).toEqual(["R1", "N1"]);
      await play.answer("N1");
      expect(play.posted).toEqual(["R1", "N1", "N2"]);
      await vi.advanceTimersByTimeAsync(999);
      expect(play.posted).toEqual(["R1", "N1", "N2"]);
      await vi.advanceTimersByTimeAsync(1);
      expect(play.posted).toEqual(["R1", "N1", "N2", "N3"]);
      await play.answer("N2 N3 R1");
    });

    test("on with requests that a late fence has passed, and posts them before what came after it", async () => {
      const play = await begun({ maxConcurrentPosts: 1 });
      play.write("R1 R2 N1 R3");
      await vi.advanceTimersByTimeAsync(1_000);
      expect(play.posted).toEqual(["R1", "N1"]);
      await play.answer("R1");
      expect(play.posted).toEqual(["R1", "N1", "R2"]);
      await play.answer("R2");
      expect(play.posted).toEqual(["R1", "N1", "R2"]);
      await play.answer("N1");
      await play.answer("R3");
    });

    test("twice that with a response, so that whoever waits for it lets go of a fence", async () => {
      const play = await begun();
      play.write("N1 A1 R1");
      await vi.advanceTimersByTimeAsync(1_999);
      expect(play.posted).toEqual(["N1"]);
      await vi.advanceTimersByTimeAsync(1);
      expect(play.posted).toEqual(["N1", "A1"]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(play.posted).toEqual(["N1", "A1"]);
      await play.answer("A1 N1");
      await play.answer("R1");
    });

    test("with a cancelled until its request was posted, however long that takes", async () => {
      const play = await begun({ maxConcurrentPosts: 1 });
      play.write("R1 R2 C1:R2");
      await vi.advanceTimersByTimeAsync(60_000);
      expect(play.posted).toEqual(["R1"]);
      await play.answer("R1");
      expect(play.posted).toEqual(["R1", "R2"]);
      await vi.advanceTimersByTimeAsync(999);
      expect(play.posted).toEqual(["R1", "R2"]);
      await vi.advanceTimersByTimeAsync(1);
      expect(play.posted).toEqual(["R1", "R2", "C1:R2"]);
      await play.answer("R2 C1:R2");
    });

    test.each([
      [1, 1, true],
      ["1", "1", true],
      ["__proto__", "__proto__", true],
      ["constructor", "constructor", true],
      ["", "", true],
      [0, -0, true],
      [1, "1", false],
      ["1", 1, false],
      ["1", "constructor", false],
      ["1", "__proto__", false],
      ["null", null, false],
      ["1", ["1"], false],
      ["undefined", undefined, false],
    ])(
      "with a cancelled for the request of its very id: one of %j, and a cancelled that names %j",
      async (id, requestId, waits) => {
        const play = await begun({ maxConcurrentPosts: 1 });
        play.write("R1");
        const waiting = { jsonrpc: "2.0", id, method: "request", params: { name: "waiting" } } as const;
        const params = { ...(requestId !== undefined && { requestId }), name: "cancelled" };
        const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params } as const;
        const writes = [waiting, cancelled].map((message) =>
          play.queue.write(message, encodeMessage(message), undefined),
        );
        await vi.advanceTimersByTimeAsync(60_000);
        expect(play.posted).toEqual(waits ? ["R1"] : ["R1", "cancelled"]);
        if (!waits) await play.answer("cancelled");
        await play.answer("R1");
        await vi.advanceTimersByTimeAsync(1_000);
        await play.answer(waits ? "waiting cancelled" : "waiting");
        await Promise.all(writes);
      },
    );

    test("with a cancelled until its request has left, however long that takes once it was posted", async () => {
      const play = await begun();
      play.slow.add("R1");
      play.write("R1 C1:R1 R2");
      await vi.advanceTimersByTimeAsync(60_000);
      expect(play.posted).toEqual(["R1"]);
      play.sent("R1");
      await vi.advanceTimersByTimeAsync(999);
      expect(play.posted).toEqual(["R1"]);
      // An answer has it sent again, elsewhere or with another token.
      play.sent("R1", false);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(play.posted).toEqual(["R1"]);
      play.sent("R1");
      await vi.advanceTimersByTimeAsync(1_000);
      expect(play.posted).toEqual(["R1", "C1:R1"]);
      await play.answer("R1 C1:R1");
      await play.answer("R2");
    });

    test("with a cancelled of a request that never leaves until that has failed", async () => {
      const play = await begun();
      play.slow.add("R1");
      play.write("R1 C1:R1");
      await vi.advanceTimersByTimeAsync(60_000);
      await play.answer("R1", { error: new Error("no way there") });
      expect(play.posted).toEqual(["R1", "C1:R1"]);
      await play.answer("C1:R1");
    });

    test("with a cancelled no longer than with any fence, if its request is under way", async () => {
      const play = await begun({ maxConcurrentPosts: 1 });
      play.write("R1 R2 C1:R1");
      await vi.advanceTimersByTimeAsync(1_000);
      expect(play.posted).toEqual(["R1", "C1:R1"]);
      await play.answer("C1:R1 R1");
      await play.answer("R2");
    });

    test("for ever when fenceTimeoutMs is Infinity, without a timer", async () => {
      const play = await begun({ fenceTimeoutMs: Number.POSITIVE_INFINITY });
      play.write("R1 N1 A1");
      expect(vi.getTimerCount()).toBe(0);
      await play.answer("R1");
      await play.answer("N1");
      await play.answer("A1");
    });
  });

  describe("holds", () => {
    verifies("client.backlog", "no more than maxBacklogBytes, counted in bytes of what waits", async () => {
      const size = encodeMessage(messageOf("R1")).length;
      const play = await begun({ maxConcurrentPosts: 1, maxBacklogBytes: 2 * size });
      play.write("R1 R2 R3 R4");
      await vi.advanceTimersByTimeAsync(0);
      expect(play.outcomes.get("R4")).toMatchObject({ name: "SseClientError", code: "ERR_SSE_BACKLOG" });
      await play.answer("R1");
      play.write("R5");
      await play.answer("R2");
      await play.answer("R3");
      await play.answer("R5");
      expect(play.posted).toEqual(["R1", "R2", "R3", "R5"]);
    });

    test("a larger message if it waits alone, and room again after what was aborted", async () => {
      const play = await begun({ maxConcurrentPosts: 1, maxBacklogBytes: 10 });
      const controller = new AbortController();
      play.write("R1");
      play.write("R2", controller.signal);
      controller.abort("enough");
      play.write("R3 R4");
      await vi.advanceTimersByTimeAsync(0);
      expect(play.outcomes.get("R2")).toBe("enough");
      expect(play.outcomes.get("R4")).toMatchObject({ code: "ERR_SSE_BACKLOG" });
      await play.answer("R1");
      await play.answer("R3");
    });
  });

  describe("forgets", () => {
    test("a message that is aborted while it waits, and goes on as if it had not been there", async () => {
      const play = await begun();
      const controller = new AbortController();
      play.write("R1");
      play.write("N1", controller.signal);
      play.write("R2 A2");
      expect(play.posted).toEqual(["R1"]);
      controller.abort("enough");
      expect(play.posted).toEqual(["R1", "R2", "A2"]);
      await play.answer("R1 R2 A2");
      expect(play.outcomes.get("N1")).toBe("enough");
      expect(play.cancelled).toEqual([]);
    });

    test("a hundred of them at one abort, in their order, posted or not", async () => {
      const play = await begun({ maxConcurrentPosts: 16 });
      const controller = new AbortController();
      const names = Array.from({ length: 100 }, (_, index) => `R${index + 1}`);
      play.write(names.join(" "), controller.signal);
      controller.abort("enough");
      await vi.advanceTimersByTimeAsync(0);
      expect([...play.outcomes].slice(-100)).toEqual(names.map((name) => [name, "enough"]));
      expect(play.cancelled).toEqual(names.slice(0, 16));
    });

    test("their signal: one listener for a hundred of them, and none when they are answered", async () => {
      const play = await begun({ maxConcurrentPosts: 16 });
      const watched = createWatchedSignal();
      const names = Array.from({ length: 100 }, (_, index) => `R${index + 1}`);
      play.write(names.join(" "), watched.signal);
      expect(watched.listeners).toBe(1);
      for (const name of names) {
        expect(watched.listeners).toBe(1);
        await play.answer(name);
      }
      expect(watched.listeners).toBe(0);
    });

    test("a POST that is aborted, and lets the next go", async () => {
      const play = await begun({ maxConcurrentPosts: 1 });
      const controller = new AbortController();
      play.write("R1", controller.signal);
      play.write("R2");
      controller.abort("enough");
      await play.answer("R2");
      expect(play.cancelled).toEqual(["R1"]);
      expect(play.outcomes.get("R1")).toBe("enough");
    });

    test("everything at its end, and posts nothing more", async () => {
      const play = await begun({ maxConcurrentPosts: 1 });
      play.write("R1 R2 A1 N1 R3");
      const error = new Error("over");
      play.queue.end(error);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(play.posted).toEqual(["R1", "A1"]);
      expect(play.cancelled).toEqual(["R1", "A1"]);
      expect([...play.outcomes.values()].slice(1)).toEqual([error, error, error, error, error]);
    });
  });

  describe("drains", () => {
    async function drained(play: Play, during: () => Promise<void>): Promise<boolean> {
      let isDrained = false;
      const draining = play.queue.drain(5_000).then(() => {
        isDrained = true;
      });
      await during();
      const result = isDrained;
      await vi.advanceTimersByTimeAsync(5_000);
      await draining;
      return result;
    }
    const pass = (ms: number) => async () => {
      await vi.advanceTimersByTimeAsync(ms);
    };

    test("at once when there is nothing", async () => {
      expect(await drained(await begun(), pass(0))).toBe(true);
    });

    test("when everything is settled", async () => {
      const play = await begun({ maxConcurrentPosts: 1 });
      play.write("R1 R2");
      expect(await drained(play, () => play.answer("R1"))).toBe(false);
      expect(await drained(play, () => play.answer("R2"))).toBe(true);
    });

    test("without waiting longer for a POST that the server holds than a fence would", async () => {
      const play = await begun({ maxConcurrentPosts: 1 });
      play.write("R1");
      await vi.advanceTimersByTimeAsync(600);
      expect(await drained(play, pass(399))).toBe(false);
      await play.answer("R1");
      play.write("R2");
      expect(await drained(play, pass(1_000))).toBe(true);
      await play.answer("R2");
    });

    test("in time when something waits for its turn", async () => {
      const play = await begun({ maxConcurrentPosts: 1 });
      play.write("R1 R2");
      expect(await drained(play, pass(4_999))).toBe(false);
      expect(await drained(play, pass(5_000))).toBe(true);
      await play.answer("R1");
      await play.answer("R2");
    });
  });
});

interface Sent {
  readonly name: string;
  readonly index: number;
  readonly writtenAt: number;
  postedAt?: number;
  answeredAt?: number;
}

describe("the order of POSTs over random latencies", () => {
  const step = fc.record({
    kind: fc.constantFrom("R", "R", "R", "R", "A", "N"),
    pauseMs: fc.constantFrom(0, 0, 0, 1, 5, 40),
    latencyMs: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 400 })),
    fails: fc.boolean(),
  });

  async function run(
    steps: readonly { kind: string; pauseMs: number; latencyMs: number; fails: boolean }[],
    options: { maxConcurrentPosts: number; fenceTimeoutMs: number },
  ): Promise<Sent[]> {
    const sent: Sent[] = [];
    const byName = new Map<string, { sent: Sent; latencyMs: number; fails: boolean }>();
    let settled = 0;
    const queue = createPostQueue({
      ...options,
      maxBacklogBytes: Number.POSITIVE_INFINITY,
      post(body, settle, onSent) {
        onSent(true);
        const entry = byName.get(nameOf(body));
        if (entry === undefined) throw new Error("posted, but never written");
        entry.sent.postedAt = performance.now();
        const timer = setTimeout(() => {
          entry.sent.answeredAt = performance.now();
          settle(entry.fails ? { error: new Error("refused") } : undefined);
        }, entry.latencyMs);
        return () => clearTimeout(timer);
      },
    });
    for (const [index, { kind, pauseMs, latencyMs, fails }] of steps.entries()) {
      if (pauseMs > 0) await vi.advanceTimersByTimeAsync(pauseMs);
      const name = `${kind}${index}`;
      const message = messageOf(name);
      const entry: Sent = { name, index, writtenAt: performance.now() };
      sent.push(entry);
      byName.set(name, { sent: entry, latencyMs, fails });
      const settle = (): void => void settled++;
      queue.write(message, encodeMessage(message), undefined).then(settle, settle);
    }
    await vi.runAllTimersAsync();
    expect(settled).toBe(sent.length);
    return sent;
  }

  const isFence = ({ name, index }: Sent) => index === 0 || name.startsWith("N");
  const posted = (sent: Sent) => sent.postedAt ?? Number.NaN;
  const answered = (sent: Sent) => sent.answeredAt ?? Number.NaN;

  verifies(
    ["client.order.fence", "client.order.concurrent", "client.order.responses"],
    "is what the rules say",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 40 }),
          fc.constantFrom(1, 2, 5, 16),
          async (steps, maxConcurrentPosts) => {
            // The fence never times out: every rule holds without exception.
            const sent = await run(steps, { maxConcurrentPosts, fenceTimeoutMs: 1e9 });
            for (const fence of sent.filter(isFence)) {
              for (const other of sent) {
                if (other.index < fence.index) expect(answered(other)).toBeLessThanOrEqual(posted(fence));
                if (other.index > fence.index) expect(posted(other)).toBeGreaterThanOrEqual(answered(fence));
              }
            }
            const requests = sent.filter((one) => one.name.startsWith("R") && !isFence(one));
            for (const one of requests) {
              const atOnce = requests.filter((r) => posted(r) <= posted(one) && answered(r) > posted(one));
              expect(atOnce.length).toBeLessThanOrEqual(maxConcurrentPosts);
            }
            // A response waits for fences and for nothing else.
            for (const response of sent.filter((one) => one.name.startsWith("A") && !isFence(one))) {
              const fences = sent.filter((one) => isFence(one) && one.index < response.index);
              const free = Math.max(response.writtenAt, ...fences.map(answered));
              expect(posted(response)).toBe(free);
            }
          },
        ),
        { seed: testSeed, numRuns: 150 * testEffort },
      );
    },
  );

  verifies(
    "client.order.fence-timeout",
    "lets every fence go in its time, also past POSTs that are held",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 40 }),
          fc.constantFrom(1, 3, 16),
          async (steps, maxConcurrentPosts) => {
            const fenceTimeoutMs = 100;
            const sent = await run(steps, { maxConcurrentPosts, fenceTimeoutMs });
            const fences = sent.filter(isFence);
            for (const [at, fence] of fences.entries()) {
              const before = sent.filter((one) => one.index < fence.index);
              const clear = before.every((one) => answered(one) <= posted(fence));
              const previous = fences[at - 1];
              // From its write, or from the POST of the fence before it if that is unanswered still.
              const isHeld = previous !== undefined && answered(previous) > posted(fence);
              const from = Math.max(fence.writtenAt, isHeld ? posted(previous) : 0);
              if (!clear) expect(posted(fence)).toBeGreaterThanOrEqual(from + fenceTimeoutMs);
              const turn =
                previous === undefined ? 0 : Math.min(answered(previous), posted(previous) + fenceTimeoutMs);
              expect(posted(fence)).toBeLessThanOrEqual(Math.max(fence.writtenAt + fenceTimeoutMs, turn));
            }
            expect(fences.map(posted)).toEqual(fences.map(posted).toSorted((a, b) => a - b));
          },
        ),
        { seed: testSeed, numRuns: 150 * testEffort },
      );
    },
  );

  test("takes as long for each of many as for each of few", async () => {
    // Looking through all that wait for each of these would take a minute.
    const play = new Play({ maxConcurrentPosts: 1 });
    const ids = Array.from({ length: 10_000 }, (_, index) => `R${index}`);
    for (const id of ids) play.write(id);
    for (const id of ids) play.write(`C1:${id}`);
    const drained = play.queue.drain(5_000);
    expect(play.outcomes.size).toBe(0);
    play.queue.end(new Error("over"));
    await drained;
    await vi.advanceTimersByTimeAsync(0);
    expect(play.outcomes.size).toBe(20_000);
  });
});
