// Functions of the options that never settle. No deadline counts the time that they take, since a person may be what
// they wait for; but whatever ends an attempt, a write or a connection ends the wait for them.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SseClientConnection } from "../src/client-connection.ts";
import { connectSse } from "../src/connect.ts";
import type { SseClientOptions } from "../src/options.ts";
import { createFakeServer, type FakeServer } from "./peer/fake-server.ts";

const URL_ = "http://server.example/sse";
const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" }) as const;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** A function that can be told to hang. */
class Hook {
  hanging = false;
  asked = 0;

  answer<T>(value: T): T | Promise<T> {
    this.asked++;
    return this.hanging ? new Promise<T>(() => {}) : value;
  }
}

interface Case {
  readonly name: string;
  /** Whether the request is refused first, so that the hook is asked. */
  readonly refused: boolean;
  options(hook: Hook): SseClientOptions;
}

const cases: readonly Case[] = [
  {
    name: "auth.token()",
    refused: false,
    options: (hook) => ({ auth: { token: () => hook.answer("t") } }),
  },
  {
    name: "headers()",
    refused: false,
    options: (hook) => ({ headers: () => hook.answer({ "x-key": "1" }) }),
  },
  {
    name: "auth.onUnauthorized()",
    refused: true,
    options: (hook) => ({ auth: { token: () => "t", onUnauthorized: () => hook.answer(undefined) } }),
  },
  {
    name: "auth.token() after a renewal",
    refused: true,
    options: (hook) => {
      let renewed = false;
      return {
        auth: {
          token: () => (renewed ? hook.answer("t") : "t"),
          onUnauthorized() {
            renewed = true;
          },
        },
      };
    },
  },
];

/** What became of a promise, in a word. */
function fateOf(promise: Promise<unknown>): { is: unknown } {
  const fate: { is: unknown } = { is: "pending" };
  promise.then(
    () => {
      fate.is = "fulfilled";
    },
    (error: unknown) => {
      fate.is = error;
    },
  );
  return fate;
}

describe.each(cases)("$name that never settles", ({ refused, options }) => {
  function begin(limits: SseClientOptions = {}) {
    const hook = new Hook();
    let refusing = false;
    const server = createFakeServer(() => (refusing ? 401 : 200));
    const connect = (more: SseClientOptions = {}): Promise<SseClientConnection> =>
      connectSse(URL_, { fetch: server.fetch, ...options(hook), ...limits, ...more });
    function refuse(): void {
      refusing = refused;
    }
    return { hook, server, connect, refuse };
  }

  /** A connection with one write that waits for the hook, and one more that is not refused. */
  async function writeAndHang(limits: SseClientOptions = {}) {
    const { hook, server, connect } = begin(limits);
    const connection = await connect();
    const first = connection.write(ping(0));
    await pass(0);
    server.posts.at(-1)?.answer(202);
    await first;
    hook.hanging = true;
    const controller = new AbortController();
    const asked = hook.asked;
    const written = fateOf(connection.write(ping(1), { signal: controller.signal }));
    await pass(0);
    if (refused) await answerLast(server, 401);
    expect(hook.asked).toBe(asked + 1);
    return { connection, controller, written, hook, server };
  }

  async function answerLast(server: FakeServer, status: number): Promise<void> {
    server.posts.at(-1)?.answer(status);
    await pass(0);
  }

  test("does not keep an attempt from being aborted, with the signal's reason", async () => {
    const { hook, connect, refuse } = begin();
    hook.hanging = true;
    refuse();
    const controller = new AbortController();
    const attempt = fateOf(connect({ signal: controller.signal }));
    await pass(3_600_000);
    expect(attempt.is).toBe("pending");
    const reason = new Error("enough");
    controller.abort(reason);
    await pass(0);
    expect(attempt.is).toBe(reason);
  });

  test("does not keep a write from being aborted, and the next goes out", async () => {
    const { connection, controller, written, hook, server } = await writeAndHang({ postTimeoutMs: 1_000 });
    await pass(3_600_000);
    expect(written.is).toBe("pending");
    const reason = new Error("enough");
    controller.abort(reason);
    await pass(0);
    expect(written.is).toBe(reason);
    hook.hanging = false;
    const next = fateOf(connection.write(ping(2)));
    await pass(0);
    await answerLast(server, 202);
    expect(next.is).toBe("fulfilled");
    await connection.close();
  });

  test("does not keep close from settling, and its write ends with the connection", async () => {
    const { connection, written } = await writeAndHang();
    const closing = fateOf(connection.close());
    await pass(5_000);
    expect(closing.is).toBe("fulfilled");
    expect(written.is).toMatchObject({ code: "ERR_CONNECTION_CLOSED", reason: { code: "local" } });
  });
});
