import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { SseClientConnection } from "../src/client-connection.ts";
import { connectSse } from "../src/connect.ts";
import type { SseClientOptions } from "../src/options.ts";
import { branches } from "./peer/branches.ts";
import { note } from "./peer/events.ts";
import { hidesRedirects, isBrowser, shownStatus } from "./peer/platform.ts";
import { serve } from "./peer/server.ts";
import { type SsePeer, type SsePeerOptions, serveSse } from "./peer/sse-server.ts";

const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" }) as const;

describe.each(branches)("a POST over $name", ({ options: branch }) => {
  async function open(
    onPost: NonNullable<SsePeerOptions["onPost"]>,
    options: SseClientOptions = {},
  ): Promise<{ peer: SsePeer; connection: SseClientConnection }> {
    const peer = await serveSse({ onPost });
    const connection = await connectSse(peer.url, { ...branch, ...options });
    onTestFinished(() => connection.close());
    return { peer, connection };
  }

  verifies(
    ["client.post.accepted", "client.post.drained"],
    "is accepted with any 2xx, whatever its body (K10)",
    async () => {
      const answers: [status: number, body: string | undefined][] = [
        [200, undefined],
        [200, '{"jsonrpc":"2.0","id":1,"result":{}}'],
        [200, "x".repeat(200_000)],
        [201, "created"],
        [202, "Accepted"],
        [202, undefined],
        [204, undefined],
        [299, "odd"],
      ];
      let next = 0;
      const { peer, connection } = await open((_request, response) => {
        const [status, body] = answers[next++] ?? [500, ""];
        response.writeHead(status).end(body);
      });
      for (const id of answers.keys()) await connection.write(ping(id));
      expect(peer.posted).toHaveLength(answers.length);
    },
  );

  verifies(
    "client.post.failure",
    "that is refused rejects its write with the status, and nothing else",
    async () => {
      const statuses = [400, 403, 404, 405, 413, 415, 429, 500, 502, 503, 504, 300, 304];
      // A browser sends again by itself what was answered 408.
      if (!isBrowser) statuses.push(408);
      let status = 202;
      const { peer, connection } = await open((_request, response) =>
        response.writeHead(status).end("a body"),
      );
      for (status of statuses) {
        await expect(connection.write(ping(1))).rejects.toMatchObject({
          name: "SseClientError",
          code: "ERR_SSE_POST",
          status,
        });
      }
      expect(peer.posted).toHaveLength(statuses.length);
      status = 202;
      peer.stream.write(note("alive"));
      await connection.write(ping(2));
      expect(await connection.read()).toMatchObject({ method: "alive" });
    },
  );

  test("that another replica does not know is told, and not tried again (H11)", async () => {
    const { peer, connection } = await open((_request, response) =>
      response.writeHead(404).end("unknown session"),
    );
    await expect(connection.write(ping(1))).rejects.toMatchObject({ code: "ERR_SSE_POST", status: 404 });
    await expect(connection.write(ping(2))).rejects.toMatchObject({ code: "ERR_SSE_POST", status: 404 });
    expect(peer.posted).toEqual([ping(1), ping(2)]);
  });

  verifies("client.post.once", "whose socket breaks is not sent again: its fate is unknown", async () => {
    let breaking = true;
    const { peer, connection } = await open((_request, response) =>
      breaking ? response.socket?.resetAndDestroy() : response.writeHead(202).end(),
    );
    await expect(connection.write(ping(1))).rejects.toMatchObject({
      code: "ERR_SSE_NETWORK",
      cause: expect.any(Error),
    });
    breaking = false;
    await connection.write(ping(2));
    expect(peer.posted).toEqual([ping(1), ping(2)]);
  });

  verifies("client.post.once", "is not sent again on a socket that was used before, either", async () => {
    let breaking = false;
    const { peer, connection } = await open((_request, response) =>
      breaking ? response.socket?.resetAndDestroy() : response.writeHead(202).end(),
    );
    await connection.write(ping(1));
    breaking = true;
    await expect(connection.write(ping(2))).rejects.toMatchObject({ code: "ERR_SSE_NETWORK" });
    breaking = false;
    await connection.write(ping(3));
    expect(peer.posted).toEqual([ping(1), ping(2), ping(3)]);
  });

  verifies(
    "client.post.timeout",
    "without an answer rejects after postTimeoutMs, and nothing else does",
    async () => {
      const { peer, connection } = await open(() => {}, { postTimeoutMs: 300 });
      await expect(connection.write(ping(1))).rejects.toMatchObject({ code: "ERR_SSE_POST_TIMEOUT" });
      peer.stream.write(note("alive"));
      expect(await connection.read()).toMatchObject({ method: "alive" });
      await until(() => peer.sockets.size === 1, "the end of its socket");
      expect(peer.posted).toHaveLength(1);
    },
  );

  test("that is accepted with a body without an end is accepted, and its socket let go in time", async () => {
    const { peer, connection } = await open(
      (_request, response) => {
        response.writeHead(200);
        response.write("so far");
      },
      { postTimeoutMs: 600 },
    );
    await connection.write(ping(1));
    await connection.write(ping(2));
    const sockets = peer.received.slice(1).map(({ socket }) => socket);
    await until(() => sockets.every(({ destroyed }) => destroyed), "the end of both sockets");
    expect(sockets).toHaveLength(2);
  });

  verifies("client.redirect", "follows a 307 and a 308 on its origin, once, with its body", async () => {
    for (const status of [307, 308]) {
      const { peer, connection } = await open(({ target }, response) => {
        if (target.startsWith("/message"))
          response.writeHead(status, { location: "/moved?x=1" }).end("moved");
        else response.writeHead(202).end();
      });
      const written = connection.write(ping(1));
      if (hidesRedirects) {
        await expect(written).rejects.toMatchObject({ code: "ERR_SSE_REDIRECT" });
        expect(peer.posted).toHaveLength(1);
        continue;
      }
      await written;
      expect(peer.received.slice(1)).toMatchObject([
        { method: "POST", target: "/message?sessionId=s1", body: JSON.stringify(ping(1)) },
        { method: "POST", target: "/moved?x=1", body: JSON.stringify(ping(1)) },
      ]);
      expect(peer.received[2]?.headers["content-type"]).toBe("application/json");
    }
  });

  verifies("client.endpoint.no-leak", "is redirected nowhere else, and nothing is sent there", async () => {
    const other = await serve((_request, response) => response.writeHead(202).end());
    const cases: [status: number, location: string | undefined][] = [
      [301, "/moved"],
      [302, "/moved"],
      [303, "/moved"],
      [307, undefined],
      [307, `${other.origin}/x`],
      [308, `//127.0.0.1:${other.port}/x`],
      [308, "javascript:1"],
    ];
    for (const [status, location] of cases) {
      const { peer, connection } = await open(
        (_request, response) => response.writeHead(status, location === undefined ? {} : { location }).end(),
        { headers: { authorization: "Bearer secret" } },
      );
      await expect(connection.write(ping(1))).rejects.toMatchObject({
        code: "ERR_SSE_REDIRECT",
        status: shownStatus(status),
      });
      expect(peer.posted).toHaveLength(1);
    }
    const { peer, connection } = await open((_request, response) =>
      response.writeHead(307, { location: "/again" }).end(),
    );
    await expect(connection.write(ping(1))).rejects.toMatchObject({
      code: "ERR_SSE_REDIRECT",
      status: shownStatus(307),
    });
    expect(peer.posted).toHaveLength(hidesRedirects ? 1 : 2);
    expect(other.connections).toBe(0);
  });

  test("that is aborted while it waits is never sent, and one under way is given up", async () => {
    let holding = false;
    const { peer, connection } = await open(
      (_request, response) => holding || response.writeHead(202).end(),
      { maxConcurrentPosts: 1 },
    );
    await connection.write(ping(0));
    holding = true;
    const [first, second] = [new AbortController(), new AbortController()];
    const underWay = connection.write(ping(1), { signal: first.signal });
    const waiting = connection.write(ping(2), { signal: second.signal });
    const last = connection.write(ping(3));
    await until(() => peer.posted.length === 2, "the POST under way");
    second.abort("second");
    await expect(waiting).rejects.toBe("second");
    holding = false;
    first.abort("first");
    await expect(underWay).rejects.toBe("first");
    await last;
    expect(peer.posted).toEqual([ping(0), ping(1), ping(3)]);
  });

  test("says nothing of its URL, its body or its headers in an error", async () => {
    let answer: "404" | "302" | "break" = "404";
    const { connection } = await open(
      (_request, response) => {
        if (answer === "break") response.socket?.resetAndDestroy();
        else response.writeHead(Number(answer), { location: "/?sessionId=4WVKDJ" }).end("sessionId=4WVKDJ");
      },
      { headers: { "x-key": "secret" } },
    );
    for (answer of ["404", "302", "break"] as const) {
      const error = await connection.write({ ...ping(1), params: { password: "hunter2" } }).catch(String);
      expect(error).toMatch(/^SseClientError: [a-z]/);
      expect(error).not.toMatch(/secret|sessionId|s1|4WVKDJ|hunter2|127\.0\.0\.1/);
    }
  });
});

describe("a POST over a fetch that follows redirects by itself", () => {
  test("is no success: it may have become a GET", async () => {
    const peer = await serveSse({
      onPost: ({ target }, response) =>
        target === "/moved"
          ? response.writeHead(200).end()
          : response.writeHead(302, { location: "/moved" }).end(),
      onGet(request, response) {
        if (request.target === "/moved") return response.writeHead(200).end();
        response.writeHead(200, { "content-type": "text/event-stream" });
        return response.write("event: endpoint\ndata: /message\n\n");
      },
    });
    const fetch = vi.fn((url: string | URL, init?: RequestInit) =>
      globalThis.fetch(url, { ...init, redirect: "follow" }),
    );
    const connection = await connectSse(peer.url, { fetch });
    onTestFinished(() => connection.close());
    await expect(connection.write(ping(1))).rejects.toMatchObject({ code: "ERR_SSE_REDIRECT" });
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
