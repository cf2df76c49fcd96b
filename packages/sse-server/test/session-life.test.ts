// One session from GET to its end, over real servers: who ends it, what is left.

import { createServer } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { until, verifies, within } from "@mcp-sse/testkit";
import { connectRaw, type RawConnection, type RawStream } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createSseHandler } from "../src/handler.ts";
import { toNodeListener } from "../src/node/listener.ts";
import type { SseHandlerOptions } from "../src/options.ts";
import type { SseSession } from "../src/session.ts";
import { type Accept, adapters, collect, echo, listen, nodeAdapter } from "./support/adapters.ts";
import { notification, open, ping, post } from "./support/client.ts";

interface RawSession {
  readonly connection: RawConnection;
  readonly stream: RawStream;
  readonly endpoint: string;
}

async function openRaw(url: string): Promise<RawSession> {
  const connection = await connectRaw(url);
  onTestFinished(() => connection.destroy());
  connection.send({ target: "/sse" });
  const stream = await connection.stream();
  const endpoint = (await stream.next())?.data ?? "";
  return { connection, stream, endpoint: new URL(endpoint, url).href };
}

/** Collects what must not happen while a test runs. */
function watchProcess(): string[] {
  const seen: string[] = [];
  const onRejection = (reason: unknown): void => void seen.push(`unhandled ${String(reason)}`);
  const onWarning = (warning: Error): void => void seen.push(`warning ${warning.name}`);
  process.on("unhandledRejection", onRejection);
  process.on("warning", onWarning);
  onTestFinished(() => {
    process.off("unhandledRejection", onRejection);
    process.off("warning", onWarning);
  });
  return seen;
}

describe.each(adapters)("a session over $name", ({ serve }) => {
  verifies(
    "session.gone.at-once",
    "S06 is unknown as soon as its client is gone, and calls nobody",
    async () => {
      const received = vi.fn();
      const { handler, fetch, url } = await serve(() => undefined, { observer: { received } });
      const client = await open(fetch, url);
      await client.leave();
      await until(() => handler.sessionCount === 0, "the end");
      const response = await client.post(ping());
      expect([response.status, await response.text(), received.mock.calls]).toEqual([
        404,
        "Unknown session.\n",
        [],
      ]);
    },
  );

  verifies("delivery.one-end", "S02 ends once on both sides, whoever ends it", async () => {
    const seen = watchProcess();
    const reasons: string[] = [];
    const { sessions, accept } = collect();
    const closed = ({ reason }: { reason: { code: string } }): void => void reasons.push(reason.code);
    const { handler, fetch, url } = await serve(accept, { observer: { closed } });

    const byServer = await open(fetch, url);
    await sessions[0]?.close();
    expect(await byServer.next()).toBeUndefined();
    const byClient = await open(fetch, url);
    await byClient.leave();
    await sessions[1]?.closed;
    const byBoth = await open(fetch, url);
    await Promise.all([byBoth.leave(), sessions[2]?.close()]);
    const byHandler = await open(fetch, url);
    await handler.close();
    expect(await byHandler.next()).toBeUndefined();

    expect(reasons.map((code) => code.replace("network", "peer"))).toEqual([
      "local",
      "peer",
      expect.stringMatching(/^(local|peer)$/),
      "shutdown",
    ]);
    for (const session of sessions) {
      await session.close();
      await expect(session.write(notification())).rejects.toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
      expect(await session.read()).toBeUndefined();
    }
    await new Promise(setImmediate);
    expect([reasons.length, handler.sessionCount, seen]).toEqual([4, 0, []]);
  });

  test("S03 can be closed by its own callbacks, by accept's loop and by the observer", async () => {
    const seen = watchProcess();
    const closes: Promise<void>[] = [];
    const closeIt = ({ session }: { session: SseSession }): void => void closes.push(session.close());
    const { fetch, url } = await serve(
      async (session) => {
        void session.closed.then(() => closes.push(session.close()));
        for await (const _message of session) closes.push(session.close());
        closes.push(session.close("again"));
      },
      { observer: { closed: closeIt } },
    );
    const client = await open(fetch, url);
    await client.post(ping());
    expect(await client.next()).toBeUndefined();
    await until(() => closes.length === 4, "every close");
    expect(new Set(closes).size).toBe(1);
    await Promise.all(closes);
    expect(seen).toEqual([]);
  });

  test("S09 ends its stream, not only its entry, when its time is up", async () => {
    const { sessions, accept } = collect();
    const { handler, fetch, url } = await serve(accept, { maxSessionAgeMs: 50 });
    const client = await open(fetch, url);
    expect(await client.next()).toBeUndefined();
    expect(await sessions[0]?.closed).toMatchObject({
      code: "local",
      cause: { code: "ERR_SSE_SESSION_AGE" },
    });
    expect(handler.sessionCount).toBe(0);
  });

  const inOrder = "is read in the order of its writes, across backpressure";
  verifies("order.server-to-client", inOrder, inOrderAcrossBackpressure, 30_000);

  async function inOrderAcrossBackpressure(): Promise<void> {
    const { sessions, accept } = collect();
    const { fetch, url } = await serve(accept);
    const client = await open(fetch, url);
    const writing = (async () => {
      for (let number = 0; number < 500; number++) {
        await sessions[0]?.write(notification("n", { number, pad: "x".repeat((number % 7) * 5_000) }));
      }
    })();
    for (let number = 0; number < 500; number++) {
      expect(await client.nextMessage()).toMatchObject({ params: { number } });
    }
    await writing;
    await client.leave();
  }

  test("S20 opens two sessions at once, and opens again right after a drop", async () => {
    const { handler, fetch, url } = await serve(echo);
    const [left, right] = await Promise.all([open(fetch, url), open(fetch, url)]);
    expect(left.endpoint).not.toBe(right.endpoint);
    await left.leave();
    const again = await open(fetch, url);
    for (const client of [right, again]) {
      expect((await client.post(ping())).status).toBe(202);
      expect(await client.nextMessage()).toMatchObject({ id: 1 });
      await client.leave();
    }
    await until(() => handler.sessionCount === 0, "every end");
  });

  test("X09 answers each client on its own stream only", async () => {
    const { fetch, url } = await serve(echo);
    const clients = await Promise.all(Array.from({ length: 5 }, () => open(fetch, url)));
    await Promise.all(clients.map((client, at) => client.post(ping(`from ${at}`))));
    for (const [at, client] of clients.entries()) {
      expect(await client.nextMessage()).toMatchObject({ id: `from ${at}` });
      await client.leave();
    }
  });

  verifies("session.receive", "gives each message together with its POST", async () => {
    const { sessions, accept } = collect();
    const { fetch, url } = await serve(accept);
    const client = await open(fetch, url, { headers: { "x-get": "1" } });
    const headers = { "content-type": "application/json", "mcp-protocol-version": "2024-11-05" };
    await client.post(ping(), { headers });
    const received = await sessions[0]?.receive();
    expect(received?.message).toEqual(ping());
    expect(received?.request.method).toBe("POST");
    expect(received?.request.headers.get("mcp-protocol-version")).toBe("2024-11-05");
    expect(received?.request.url.searchParams.get("sessionId")).toBe(sessions[0]?.id);
    expect(sessions[0]?.request.headers.get("x-get")).toBe("1");
    await client.leave();
  });

  verifies(
    "session.principal",
    "belongs to the principal of its GET, and to others does not exist",
    async () => {
      const authorize: SseHandlerOptions["authorize"] = ({ headers }) => ({
        principal: headers.get("authorization") ?? "",
        authInfo: { token: headers.get("authorization") },
      });
      const { sessions, accept } = collect();
      const { fetch, url } = await serve(accept, { authorize });
      const as = (who: string): RequestInit => ({
        headers: { authorization: who, "content-type": "application/json" },
      });
      const client = await open(fetch, url, as("alice"));
      expect([sessions[0]?.principal, sessions[0]?.request.authInfo]).toEqual(["alice", { token: "alice" }]);
      expect((await client.post(ping(), as("alice"))).status).toBe(202);
      expect((await sessions[0]?.receive())?.request.authInfo).toEqual({ token: "alice" });
      const foreign = await client.post(ping(), as("bob"));
      const unknown = await post(fetch, `${url}?sessionId=none`, ping(), as("bob"));
      expect([foreign.status, await foreign.text()]).toEqual([unknown.status, await unknown.text()]);
      await client.leave();
    },
  );
});

describe("a session over node:http", () => {
  const serve = nodeAdapter.serve;

  test("ends once when its client vanishes, by FIN or by RST, with the reason", async () => {
    const seen = watchProcess();
    const { sessions, accept } = collect();
    const { handler, url } = await serve(accept);
    const gone = [await openRaw(url), await openRaw(url), await openRaw(url)];
    gone[0]?.connection.destroy();
    gone[1]?.connection.halfClose();
    gone[2]?.connection.reset();
    const codes = await Promise.all(sessions.map(async ({ closed }) => (await closed).code));
    expect(codes).toEqual(["peer", "peer", "network"]);
    expect([handler.sessionCount, seen]).toEqual([0, []]);
  });

  test("ends before its answer when its client gives up while accept is at work", async () => {
    const { handler, url } = await serve(() => new Promise(() => undefined));
    const connection = await connectRaw(url);
    connection.send({ target: "/sse" });
    await until(() => handler.sessionCount === 1, "the GET");
    connection.destroy();
    await until(() => handler.sessionCount === 0, "the end");
  });

  test("S10 S13 ends when its reader stalls past the backlog, and others read everything", async () => {
    const { sessions, accept } = collect();
    const { url } = await serve(accept, { maxBacklogBytes: 4 * 1024 * 1024 });
    const stalled = await openRaw(url);
    stalled.connection.stall();
    const good = [await openRaw(url), await openRaw(url)];
    const message = notification("tick", { pad: "x".repeat(60_000) });
    const [first, ...others] = sessions as [SseSession, ...SseSession[]];
    let ended = false;
    void first.closed.then(() => {
      ended = true;
    });
    const flooding = (async () => {
      for (let count = 0; count < 4_096; count++) {
        first.write(message).catch(() => undefined);
        await new Promise(setImmediate);
        if (ended) return count;
      }
      return Infinity;
    })();
    const counts = others.map(async (session, at) => {
      const writing = (async () => {
        for (let count = 0; count < 200; count++) await session.write(message);
      })();
      for (let count = 0; count < 200; count++) await good[at]?.stream.next();
      await writing;
      return 200;
    });
    expect(await Promise.all(counts)).toEqual([200, 200]);
    // Its limit, and what the two sockets hold for it.
    const taken = await within(flooding, "the end of the flood", 20_000);
    expect(taken * 60_000).toBeLessThan((4 + 32) * 1024 * 1024);
    expect(await first.closed).toMatchObject({ code: "backlog", cause: { code: "ERR_SSE_BACKLOG" } });
  }, 30_000);

  test("S10 ends when its reader stalls, although it writes no more", async () => {
    const { sessions, accept } = collect();
    const { url } = await serve(accept, { stallTimeoutMs: 200 });
    const { connection } = await openRaw(url);
    connection.stall();
    await sessions[0]
      ?.write(notification("large", { pad: "x".repeat(15 * 1024 * 1024) }))
      .catch(() => undefined);
    const reason = await within(sessions[0]?.closed ?? Promise.reject(), "the end");
    expect(reason).toMatchObject({ code: "stalled", cause: { code: "ERR_SSE_STALLED" } });
  });

  test("S14 lets http.Server.close() complete, whichever is closed first", async () => {
    for (const serverFirst of [true, false]) {
      const handler = createSseHandler(() => undefined);
      const server = createServer({ keepAliveTimeout: 65_000 }, toNodeListener(handler));
      const { url } = await listen(server);
      const { stream } = await openRaw(url);
      const closed = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
      const closing = serverFirst ? [closed(), handler.close()] : [handler.close(), closed()];
      await within(Promise.all(closing), "the end of both", 2_000);
      expect(await stream.next()).toBeUndefined();
    }
  });

  test("S21 leaves as many listeners as there were, and one end for each of 12 clients with a limit", async () => {
    const seen = watchProcess();
    const reasons: string[] = [];
    const handler = createSseHandler(echo, {
      observer: { closed: ({ reason }) => reasons.push(reason.code) },
    });
    const server = createServer(toNodeListener(handler));
    const { url } = await listen(server);
    const names = (): unknown => server.eventNames().map((name) => [name, server.listenerCount(name)]);
    const before = names();
    const clients = Array.from({ length: 12 }, async () => {
      const client = await open(fetch, `${url}/sse`, { signal: AbortSignal.timeout(1_000) });
      await client.next().catch(() => undefined);
    });
    await Promise.all(clients);
    await until(() => reasons.length === 12, "12 ends");
    expect([handler.sessionCount, names(), seen]).toEqual([0, before, []]);
  });

  test("S09 is collectable when it has ended", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const refs: WeakRef<SseSession>[] = [];
    const accept: Accept = (session) => void refs.push(new WeakRef(session));
    const { handler, url } = await serve(accept);
    for (let count = 0; count < 5; count++) {
      const { connection } = await openRaw(url);
      connection.destroy();
    }
    await until(() => handler.sessionCount === 0 && refs.length === 5, "every end");
    await until(() => {
      collectGarbage();
      return refs.filter((ref) => ref.deref() !== undefined).length <= 1;
    }, "the collection");
  });

  test("leaves its timers, sockets and handles to nobody", async () => {
    const handlesOf = (): string[] =>
      process
        .getActiveResourcesInfo()
        .filter((kind) => /Timeout|TCP/.test(kind))
        .sort();
    const handler = createSseHandler(echo, { idleTimeoutMs: 60_000 });
    const server = createServer(toNodeListener(handler));
    const before = handlesOf();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const { connection } = await openRaw(`http://127.0.0.1:${port}`);
    await handler.close();
    await connection.ended;
    connection.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await until(() => handlesOf().length <= before.length, "the last handle");
  });
});
