import { afterEach, describe, expect, test, vi } from "vitest";
import type { Connection } from "../src/connection.ts";
import { createConnectionPair } from "../src/connection-pair.ts";
import type { JsonRpcMessage } from "../src/message.ts";

// The contract itself is proven by connection-suite.test.ts; here is what is the pair's own.

function numbered(number: number): JsonRpcMessage {
  return { jsonrpc: "2.0", id: number, method: "ping" };
}

async function readAll(connection: Connection): Promise<JsonRpcMessage[]> {
  const messages: JsonRpcMessage[] = [];
  for await (const message of connection) messages.push(message);
  return messages;
}

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

describe("createConnectionPair", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("hands over the same object, in both directions", async () => {
    const [left, right] = createConnectionPair();
    const [ping, pong] = [numbered(1), numbered(2)];
    await left.write(ping);
    await right.write(pong);
    expect(await right.read()).toBe(ping);
    expect(await left.read()).toBe(pong);
  });

  test("lets a write wait while 100 messages are unread", async () => {
    const [left, right] = createConnectionPair();
    await Promise.all(range(100).map((number) => left.write(numbered(number))));
    let written = false;
    const waiting = left.write(numbered(100)).then(() => {
      written = true;
    });
    await left.write(numbered(101), { signal: AbortSignal.abort("probe") }).catch(() => {});
    expect(written).toBe(false);
    expect(await right.read()).toEqual(numbered(0));
    await waiting;
    const read = readAll(right);
    await left.close();
    expect(await read).toEqual(range(100).map((number) => numbered(number + 1)));
  });

  test("tells each end who ended it, and the peer no cause", async () => {
    const [left, right] = createConnectionPair();
    await left.close("secret");
    expect(await left.closed).toEqual({ code: "local", cause: "secret" });
    expect(await right.closed).toStrictEqual({ code: "peer" });
    await right.close("late");
    expect(await right.closed).toStrictEqual({ code: "peer" });
  });

  test("has no cause when close is given none", async () => {
    const [left] = createConnectionPair();
    await left.close();
    expect(await left.closed).toStrictEqual({ code: "local" });
  });

  test("lets both ends read what was written before the end", async () => {
    const [left, right] = createConnectionPair();
    await left.write(numbered(1));
    await right.write(numbered(2));
    await left.close();
    expect(await readAll(left)).toEqual([numbered(2)]);
    expect(await readAll(right)).toEqual([numbered(1)]);
  });

  test("lets writes that wait for room leave before it ends, and takes no new ones", async () => {
    const [left, right] = createConnectionPair();
    const writes = Promise.all(range(150).map((number) => left.write(numbered(number))));
    const closing = left.close();
    await expect(left.write(numbered(-1))).rejects.toMatchObject({ reason: { code: "local" } });
    await expect(right.write(numbered(-2))).rejects.toMatchObject({ reason: { code: "peer" } });
    expect(await readAll(right)).toEqual(range(150).map(numbered));
    await Promise.all([writes, closing]);
  });

  test("gives them 5 s, no more", async () => {
    vi.useFakeTimers();
    const [left, right] = createConnectionPair();
    const writes = Promise.allSettled(range(102).map((number) => left.write(numbered(number))));
    let ended = false;
    const closing = left.close().then(() => {
      ended = true;
    });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toBe(true);
    await closing;
    const rejected = (await writes).filter(({ status }) => status === "rejected");
    expect(rejected).toHaveLength(2);
    expect(rejected[0]).toMatchObject({
      reason: { code: "ERR_CONNECTION_CLOSED", reason: { code: "local" } },
    });
    expect(await readAll(right)).toEqual(range(100).map(numbered));
    expect(vi.getTimerCount()).toBe(0);
  });

  test("stops waiting when the writes are aborted or the peer closes too, and leaves no timer", async () => {
    vi.useFakeTimers();
    for (const how of ["abort", "close"]) {
      const [left, right] = createConnectionPair();
      const controller = new AbortController();
      const { signal } = controller;
      const writes = Promise.allSettled(range(101).map((number) => left.write(numbered(number), { signal })));
      const closing = left.close();
      if (how === "abort") controller.abort(how);
      else await right.close();
      await closing;
      expect((await writes).at(-1)).toMatchObject({
        reason: how === "abort" ? how : { reason: { code: "local" } },
      });
      expect(await right.closed).toEqual({ code: "peer" });
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  test("rejects the peer's waiting writes as soon as it is closed", async () => {
    const [left, right] = createConnectionPair();
    const theirs = Promise.allSettled(range(101).map((number) => right.write(numbered(number))));
    await left.close();
    expect((await theirs).map(({ status }) => status)).toEqual([
      ...range(100).map(() => "fulfilled"),
      "rejected",
    ]);
    expect(await readAll(left)).toHaveLength(100);
  });

  test("stays open when an iteration is left early", async () => {
    const [left, right] = createConnectionPair();
    for (const number of [1, 2, 3]) await left.write(numbered(number));
    for await (const message of right) {
      expect(message).toEqual(numbered(1));
      break;
    }
    expect(await right.read()).toEqual(numbered(2));
    await left.write(numbered(4));
    const rest = readAll(right);
    await left.close();
    expect(await rest).toEqual([numbered(3), numbered(4)]);
  });

  test("shares its messages among readers and iterations, one to each", async () => {
    const [left, right] = createConnectionPair();
    const readers = [readAll(right), readAll(right), readAll(right)];
    for (const number of range(60)) await left.write(numbered(number));
    await left.close();
    const read = (await Promise.all(readers))
      .flat()
      .map((message) => ("id" in message ? message.id : undefined));
    expect(read.sort((a, b) => Number(a) - Number(b))).toEqual(range(60));
  });

  test("is not a promise, so that async functions may return it", async () => {
    const [left] = createConnectionPair();
    expect("then" in left).toBe(false);
    expect(await Promise.resolve(left)).toBe(left);
  });
});
