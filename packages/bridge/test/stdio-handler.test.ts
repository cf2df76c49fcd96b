import { setImmediate } from "node:timers/promises";
import { ConnectionClosedError, ErrorCode } from "@mcp-sse/jsonrpc";
import { staysPending, until, within } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createStdioHandler } from "../src/stdio-handler.ts";
import { gone, isRunning, misbehaving, serveChild } from "./served-child.ts";

// Processes start slowly on a machine that is busy.
vi.setConfig({ testTimeout: 30_000 });

const ended = { code: -32000, message: expect.any(String) };

describe("the clients of a command", () => {
  test("B01: get their own answers, whatever ids they use", async () => {
    const { open } = await serveChild(misbehaving());
    const clients = await Promise.all([open(), open(), open()]);
    const answers = await Promise.all(clients.map(({ request }, who) => request("echo", { who }, 1)));
    expect(answers.map((answer) => answer)).toMatchObject(
      [0, 1, 2].map((who) => ({ id: 1, result: { who } })),
    );
    for (const { strays, others } of clients) expect([...strays, ...others]).toEqual([]);
  });

  test("B02: share no state, and take their processes with them", async () => {
    const { open, seen } = await serveChild(misbehaving());
    const [a, b] = await Promise.all([open(), open()]);
    await a.request("count");
    expect(await a.request("count")).toMatchObject({ result: { count: 2 } });
    expect(await b.request("count")).toMatchObject({ result: { count: 1 } });
    await a.connection.close();
    const [first, second] = seen.pids as [number, number];
    await until(() => !isRunning(first) || !isRunning(second));
    expect([isRunning(first), isRunning(second)].filter(Boolean)).toHaveLength(1);
    expect(await b.request("count")).toMatchObject({ result: { count: 2 } });
  });

  test("B12: get one answer for each of many parallel requests, and the right one", async () => {
    const { open } = await serveChild(misbehaving());
    const { request, strays } = await open();
    for (let round = 0; round < 20; round++) {
      const ids = [0, 1, 2, 3].map((i) => 4 * round + i);
      const answers = await Promise.all(ids.map((id) => request("later", { id, ms: (7 * id) % 4 }, id)));
      expect(answers).toMatchObject(ids.map((id) => ({ id, result: { id } })));
    }
    expect(strays).toEqual([]);
  });

  test("B12: tell 1 from '1', and get ids back as they were", async () => {
    const { open } = await serveChild(misbehaving());
    const { request } = await open();
    for (const id of [0, -1, Number.MAX_SAFE_INTEGER, "", "0", "a\u2028b\nc"]) {
      expect(await request("echo", {}, id)).toMatchObject({ id });
    }
  });

  test("reach arguments, environment and folder of no process", async () => {
    const command = { ...misbehaving(), env: { GIVEN: "yes" } };
    process.env.MCP_SSE_TEST_SECRET = "secret";
    const { url, handler, open } = await serveChild(command);
    const { request } = await open();
    const response = await request("world", { env: { GIVEN: "no" }, argv: ["--eval"], cwd: "/" });
    const { env, argv, cwd } = (
      response as { result: { env: Record<string, string>; argv: string[]; cwd: string } }
    ).result;
    delete process.env.MCP_SSE_TEST_SECRET;
    expect(env.GIVEN).toBe("yes");
    expect(Object.keys(env)).not.toContain("MCP_SSE_TEST_SECRET");
    expect([argv, cwd]).toEqual([[], process.cwd()]);
    expect([...handler.sessions()].map(({ request: { target } }) => target)).toEqual([url.pathname]);
  });
});

describe("a session", () => {
  test.each([
    [0, ["stream", "process"]],
    [1, ["process", "stream"]],
  ])("with %d processes started ahead begins before its process is there: %j", async (warm, order) => {
    const told: string[] = [];
    const handler = createStdioHandler(misbehaving(), {
      warm,
      observer: { opened: () => told.push("stream") },
      childObserver: { started: () => told.push("process") },
    });
    onTestFinished(() => handler.close({ graceMs: 0 }));
    const { body } = await handler.fetch(new Request("http://localhost/sse"));
    await until(() => told.length === 2);
    expect(told).toEqual(order);
    await body?.cancel();
  });

  test("of a client that has left at once starts no process", async () => {
    const told: string[] = [];
    const handler = createStdioHandler(misbehaving(), {
      observer: { closed: () => told.push("closed") },
      childObserver: { started: () => told.push("process") },
    });
    onTestFinished(() => handler.close({ graceMs: 0 }));
    const { body } = await handler.fetch(new Request("http://localhost/sse"));
    await body?.cancel();
    await setImmediate();
    await setImmediate();
    expect(told).toEqual(["closed"]);
  });
});

describe("a line of stdout that is no message", () => {
  test("B05: ends nothing, and is told", async () => {
    const { open, seen } = await serveChild(misbehaving());
    const { request } = await open();
    const text =
      '{ not json\n{"jsonrpc":"2.0"}\nnull\n"text"\n\u0000\n[{"jsonrpc":"2.0","id":1,"method":"x"}]\n';
    expect(await request("noise", { text })).toMatchObject({ result: {} });
    expect(seen.ignored).toHaveLength(6);
    expect(await request("echo")).toMatchObject({ result: {} });
  });

  test("B05: may come before everything else", async () => {
    const { open, seen } = await serveChild(misbehaving("noise-first"));
    const { request } = await open();
    expect(await request("echo")).toMatchObject({ result: {} });
    expect(seen.ignored).toHaveLength(4);
  });

  test("B05: does not tear the message that follows in the same write", async () => {
    const { open } = await serveChild(misbehaving());
    const { request, others } = await open();
    const text = `noise without its end {"jsonrpc":"2.0","method":"a"}\n${JSON.stringify({ jsonrpc: "2.0", method: "b" })}\n`;
    await request("noise", { text });
    expect(others).toMatchObject([{ method: "b" }]);
  });

  test("B06: is not worth a word if it is blank, and may end in CRLF", async () => {
    const { open, seen } = await serveChild(misbehaving());
    const { request } = await open();
    expect(await request("noise", { text: "\r\n  \n\n\t\r\n\r\r\n" })).toMatchObject({ result: {} });
    expect(await request("crlf")).toMatchObject({ result: {} });
    expect(seen.ignored).toEqual([]);
  });

  test.each(["wrong-answer", "both-answers"])(
    "answers the request that it was meant for: %s",
    async (method) => {
      const { open, seen } = await serveChild(misbehaving());
      const { request } = await open();
      expect(await request(method)).toMatchObject({ error: { code: ErrorCode.InternalError } });
      expect(seen.ignored).toMatchObject([{ reason: "not-a-message", id: 1 }]);
      expect(await request("echo")).toMatchObject({ result: {} });
    },
  );
});

describe("a message of a process", () => {
  test("B10: may hold U+2028, U+2029 and U+0085 as they are", async () => {
    const { open, seen } = await serveChild(misbehaving());
    const { request } = await open();
    const result = { text: "a\u2028b\u2029c\u0085d\u000be\u000cf" };
    const text = `${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n`;
    expect(await request("raw", { text }, 1)).toMatchObject({ result });
    expect(seen.ignored).toEqual([]);
  });

  test("is whole, however its bytes are cut", async () => {
    const { open } = await serveChild(misbehaving());
    const { request } = await open();
    const result = { text: "é中😀\u2028" };
    const text = `${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\r\n`;
    expect(await request("drip", { text }, 1)).toMatchObject({ result });
  });

  test("B09: of exactly the limit passes, with a small one in the same write", async () => {
    const { open, seen } = await serveChild(misbehaving(), { maxLineBytes: 100_000 });
    const { request, others } = await open();
    expect(await request("exactly", { bytes: 100_000 })).toMatchObject({ result: expect.any(String) });
    await until(() => others.length === 1, "a message", 20_000);
    expect(seen.ignored).toEqual([]);
  });

  test.each([{ idLast: false }, { idLast: true }])(
    "B09: past the limit is an error for its request and for nothing else, $idLast",
    async ({ idLast }) => {
      const { open, seen } = await serveChild(misbehaving(), { maxLineBytes: 100_000 });
      const { request, others } = await open();
      const slow = request("later", { ms: 50 }, "slow");
      expect(await request("big", { size: 200_000, idLast })).toMatchObject({ error: ended });
      await until(() => others.length === 1, "a message", 20_000);
      expect(await slow).toMatchObject({ result: { ms: 50 } });
      expect(seen.ignored).toMatchObject([{ reason: "too-long" }]);
    },
  );

  test("past the limit that names no request is an error for all of them, and for each only once", async () => {
    const { open } = await serveChild(misbehaving(), { maxLineBytes: 1_000 });
    const { request, strays } = await open();
    const slow = request("later", { ms: 20 }, "slow");
    const text = `{"params":{"text":"${"x".repeat(2_000)}"}}\n`;
    expect(await request("raw", { text })).toMatchObject({ error: ended });
    expect(await slow).toMatchObject({ error: ended });
    await request("later", { ms: 30 });
    expect(strays).toEqual([]);
  });

  test("of 16 MiB passes beside small ones", async () => {
    const { open } = await serveChild(misbehaving(), { maxLineBytes: 17 * 1024 * 1024 });
    const { request } = await open();
    const size = 15 * 1024 * 1024;
    const response = await request("big", { size });
    expect((response as unknown as { result: { text: string } }).result.text.length).toBe(size);
    expect(await request("echo")).toMatchObject({ result: {} });
  });
});

describe("a process that ends", () => {
  test("B07: is told to everyone who waits, with its status and its last words", async () => {
    const { open, seen } = await serveChild(misbehaving());
    const { request, connection } = await open();
    const waiting = [request("never-answer"), request("never-answer")];
    const answers = await Promise.all([...waiting, request("crash", { code: 3 })]);
    for (const answer of answers) {
      expect(answer).toMatchObject({
        error: { ...ended, data: { exitCode: 3, stderr: ["about to go", "last words"] } },
      });
      expect((answer as unknown as { error: Error }).error.message).toContain("last words");
    }
    expect(await connection.closed).toMatchObject({ code: "peer" });
    expect(seen.closed).toMatchObject([{ code: "local", cause: { code: "ERR_BRIDGE_EXIT" } }]);
  });

  test("B07: by a signal is told with its signal", async () => {
    const { open } = await serveChild(misbehaving());
    const { request } = await open();
    expect(await request("killed")).toMatchObject({ error: { data: { signal: "SIGKILL" } } });
  });

  test("B07: before its first request answers that with the reason", async () => {
    const { open, seen } = await serveChild(misbehaving("exit-at-once"));
    const { request, connection } = await open();
    const answer = await request("initialize");
    expect(answer).toMatchObject({
      error: { data: { exitCode: 1, stderr: ["first line", "no such module"] } },
    });
    await within(connection.closed, "the end");
    expect(seen.ended).toMatchObject([{ code: "ERR_BRIDGE_EXIT" }]);
  });

  test("B07: leaves other sessions alone, and the next GET gets a new one", async () => {
    const { open, url } = await serveChild(misbehaving());
    const [a, b] = await Promise.all([open(), open()]);
    await a.request("crash");
    expect(await b.request("echo")).toMatchObject({ result: {} });
    expect((await fetch(url, { method: "POST" })).status).toBe(400);
    expect(await (await open()).request("echo")).toMatchObject({ result: {} });
  });

  test("is the end of its session also where only its stdout is closed", async () => {
    const { open, seen } = await serveChild(misbehaving("stdin-deaf"), { killGraceMs: 100 });
    const { request } = await open();
    expect(await request("close-stdout")).toMatchObject({ error: ended });
    await gone(seen.pids);
  });

  test("is made to end where its stdin is closed, and what it said before arrives", async () => {
    const { open, seen } = await serveChild(misbehaving(), { killGraceMs: 100 });
    const { request, connection } = await open();
    const waiting = request("never-answer");
    expect(await request("close-stdin")).toMatchObject({ result: {} });
    expect(await waiting).toMatchObject({ error: ended });
    await connection.closed;
    await gone(seen.pids);
  });

  test("B07: could not be found: nothing is made of it", () => {
    const missing = () => createStdioHandler({ command: "no-such-command-of-mine" });
    expect(missing).toThrow(expect.objectContaining({ name: "BridgeError", code: "ERR_BRIDGE_COMMAND" }));
  });

  test("B07: could not be started: the first request is answered with that", async () => {
    const { open, seen } = await serveChild({ command: `${import.meta.dirname}/unstartable` });
    const { request } = await open();
    expect(await request("initialize")).toMatchObject({ error: ended });
    expect(seen.pids).toEqual([]);
    expect(seen.ended).toMatchObject([{ code: "ERR_BRIDGE_START" }]);
  });
});

describe("a session that ends", () => {
  test("ends its process, though that does not listen", async () => {
    const { open, seen } = await serveChild(misbehaving("deaf", "stdin-deaf"), { killGraceMs: 50 });
    const { request, connection } = await open();
    await request("echo");
    await connection.close();
    await gone(seen.pids);
    expect(seen.ended).toEqual([undefined]);
  });

  test("ends what its process has started, also where that has gone before", async () => {
    const { open, seen } = await serveChild(misbehaving(), { killGraceMs: 50 });
    const pids: number[] = [];
    for (const last of ["crash", "killed"]) {
      const { request } = await open();
      const started = await request("grandchild");
      pids.push((started as unknown as { result: { pid: number } }).result.pid);
      expect(await request(last)).toMatchObject({ error: ended });
    }
    const { request, connection } = await open();
    pids.push(((await request("grandchild")) as unknown as { result: { pid: number } }).result.pid);
    await connection.close();
    await gone([...pids, ...seen.pids]);
  });

  test("tells its process, which waits for an answer", async () => {
    const { open, seen } = await serveChild(misbehaving());
    const { request, others, connection } = await open();
    void request("ask-back").catch(() => {});
    await until(() => others.length === 1, "a message", 20_000);
    await connection.close();
    await gone(seen.pids);
    expect(seen.lost).toEqual([]);
  });
});

describe("a request of a process", () => {
  test("reaches its client, and the answer its process", async () => {
    const { open } = await serveChild(misbehaving());
    const { request, others, connection } = await open();
    const asked = request("ask-back");
    await until(() => others.length === 1, "a message", 20_000);
    expect(others[0]).toMatchObject({ id: 7, method: "roots/list" });
    await connection.write({ jsonrpc: "2.0", id: 7, result: { roots: [] } });
    expect(await asked).toMatchObject({ result: { said: { id: 7, result: { roots: [] } } } });
  });
});

describe("too much", () => {
  test("of a process waits in its pipe until the client reads", async () => {
    const { open, seen } = await serveChild(misbehaving(), {
      highWaterBytes: 10_000,
      maxBacklogBytes: 200_000,
    });
    const { request, others } = await open();
    expect(await request("flood", { count: 400, size: 10_000 })).toMatchObject({ result: {} });
    expect(others).toHaveLength(400);
    expect(seen.closed).toEqual([]);
  });

  test("of a client waits until the process reads", async () => {
    const { open, handler } = await serveChild(misbehaving(), { maxQueuedMessages: 2, queueTimeoutMs: 200 });
    const { request, connection } = await open();
    await request("stop-reading");
    const text = "x".repeat(200_000);
    const failed = await Promise.all(
      Array.from({ length: 12 }, (_, id) =>
        connection.write({ jsonrpc: "2.0", id, method: "echo", params: { text } }).then(
          () => undefined,
          (error: unknown) => error,
        ),
      ),
    );
    expect(failed.filter((error) => error !== undefined)).not.toEqual([]);
    expect(failed.find((error) => error !== undefined)).toMatchObject({ code: "ERR_SSE_POST", status: 503 });
    expect(handler.sessionCount).toBe(1);
  });

  test("asked at a time is an error", async () => {
    const { open } = await serveChild(misbehaving(), { maxPendingRequests: 2 });
    const { request, notify } = await open();
    const waiting = [request("never-answer", {}, "a"), request("never-answer", {}, "b")];
    expect(await request("echo")).toMatchObject({ error: { code: ErrorCode.ServerOverloaded } });
    await notify("notifications/cancelled", { requestId: "a" });
    expect(await request("echo")).toMatchObject({ result: {} });
    expect(await staysPending(Promise.race(waiting), 5)).toBe(true);
    for (const wait of waiting) wait.catch(() => {});
  });
});

describe("a handler that closes", () => {
  test("answers what waits, ends its processes, and is done", async () => {
    const { open, handler, seen } = await serveChild(misbehaving("deaf", "stdin-deaf"), { warm: 1 });
    const { request, connection } = await open();
    const waiting = request("never-answer");
    await request("echo");
    const closing = handler.close({ graceMs: 200 });
    expect(handler.close()).toBe(closing);
    expect(await waiting).toMatchObject({ error: { code: ErrorCode.ServerClosing } });
    await within(closing, "the end");
    expect(seen.pids.filter(isRunning)).toEqual([]);
    await connection.closed;
    await expect(connection.write({ jsonrpc: "2.0", id: 1, method: "x" })).rejects.toThrow(
      ConnectionClosedError,
    );
  });

  test("refuses a time that is none", async () => {
    const { handler } = await serveChild(misbehaving());
    expect(() => handler.close({ graceMs: -1 })).toThrow(RangeError);
    expect(() => handler.close({ graceMs: Number.NaN })).toThrow(RangeError);
  });

  test("can be waited for until nobody waits", async () => {
    const { open, handler } = await serveChild(misbehaving());
    await handler.idle();
    const { request } = await open();
    const answered = request("later", { ms: 30 });
    await until(() => handler.sessionCount === 1);
    await answered;
    await within(handler.idle(), "idle");
    const waiting = request("never-answer");
    await request("echo");
    expect(await staysPending(handler.idle(), 10)).toBe(true);
    waiting.catch(() => {});
  });
});
