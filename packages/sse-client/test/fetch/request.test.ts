import { until } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createFetchClient, createHttpClient } from "../../src/fetch/request.ts";
import type { BodySink, HttpClient } from "../../src/http.ts";
import { serve } from "../peer/server.ts";

const GET = { method: "GET", url: new URL("http://127.0.0.1:1/sse"), headers: { accept: "x/y" } } as const;

/** A sink that keeps what it is given. */
function recorder(): BodySink & { readonly log: string[] } {
  const log: string[] = [];
  return {
    log,
    chunk: (bytes) => log.push(new TextDecoder().decode(bytes)),
    end: ({ code }) => log.push(`(${code})`),
  };
}

describe("createFetchClient", () => {
  test("calls fetch with what it needs, and with nothing that follows redirects", async () => {
    const fetch = vi.fn(async () => new Response("", { status: 202 }));
    const client = createFetchClient(fetch);
    await client.send({ ...GET, method: "POST", body: "{}" }).answer;
    await client.send(GET).answer;
    const signal = expect.any(AbortSignal);
    const headers = { accept: "x/y" };
    expect(fetch.mock.calls).toEqual([
      [GET.url, { method: "POST", headers, redirect: "manual", signal, body: "{}" }],
      [GET.url, { method: "GET", headers, redirect: "manual", signal, cache: "no-store" }],
    ]);
  });

  test("says nothing of a cache where that would be an error", async () => {
    const fetch = vi.fn(async (_url: string | URL, _init?: RequestInit) => new Response(""));
    vi.stubGlobal("Request", class {});
    onTestFinished(() => void vi.unstubAllGlobals());
    await createFetchClient(fetch).send(GET).answer;
    expect(fetch.mock.calls[0]?.[1]).not.toHaveProperty("cache");
  });

  test("hands a body over until its end, and is silent after cancel", async () => {
    const response = new Response(
      new ReadableStream({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode("x"));
        },
      }),
    );
    const exchange = createFetchClient(async () => response).send(GET);
    const sink = recorder();
    const answer = await exchange.answer;
    answer.read({
      ...sink,
      chunk() {
        if (sink.log.push("x") === 3) exchange.cancel();
      },
    });
    await vi.waitUntil(() => sink.log.length >= 3);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(sink.log).toEqual(["x", "x", "x"]);
  });

  test("tells an end, a break, and a body that is none", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error("broken"));
      },
    });
    for (const [body, expected] of [
      [null, "(peer)"],
      [new Blob(["ab"]).stream() as ReadableStream<Uint8Array>, "ab(peer)"],
      [broken, "(network)"],
    ] as const) {
      const sink = recorder();
      (await createFetchClient(async () => new Response(body)).send(GET).answer).read(sink);
      await vi.waitUntil(() => sink.log.join("").endsWith(")"));
      expect(sink.log.join("")).toBe(expected);
    }
  });

  test("tells a body that is not of bytes for a break, and lets go of it", async () => {
    const cancelled = vi.fn();
    const ofText = new ReadableStream({
      start(controller) {
        controller.enqueue("text");
      },
      cancel: cancelled,
    });
    // What the fetch of some libraries has as a body.
    const iterable = Object.defineProperty(new Response(), "body", {
      value: { async *[Symbol.asyncIterator]() {} },
    });
    for (const response of [new Response(ofText), iterable]) {
      const client = createFetchClient(async () => response);
      const sink = recorder();
      const exchange = client.send(GET);
      (await exchange.answer).read(sink);
      await vi.waitUntil(() => sink.log.length > 0);
      expect(sink.log).toEqual(["(network)"]);
      exchange.cancel();
      client.close();
    }
    expect(cancelled).toHaveBeenCalledOnce();
  });

  test("rejects when it is cancelled, also where fetch ignores its signal, and drops a late answer", async () => {
    let answerLate: (response: Response) => void = () => {};
    const exchange = createFetchClient(
      () =>
        new Promise((resolve) => {
          answerLate = resolve;
        }),
    ).send(GET);
    exchange.cancel();
    exchange.cancel();
    await expect(exchange.answer).rejects.toBeInstanceOf(Error);
    const cancelled = vi.fn();
    answerLate(new Response(new ReadableStream({ cancel: cancelled })));
    await vi.waitUntil(() => cancelled.mock.calls.length === 1);
  });

  test("cancels what is under way when it is closed: a body that is read, and one that nobody has begun", async () => {
    const cancelled = vi.fn();
    const client: HttpClient = createFetchClient(
      async () => new Response(new ReadableStream({ cancel: cancelled })),
    );
    const first = await client.send(GET).answer;
    const sink = recorder();
    first.read(sink);
    await client.send(GET).answer;
    client.close();
    await vi.waitUntil(() => cancelled.mock.calls.length === 2);
    expect(sink.log).toEqual([]);
  });

  test("discards a body to its end, and a long one not", async () => {
    const short = createFetchClient(async () => new Response("Accepted")).send(GET);
    await (await short.answer).discard();
    const cancelled = vi.fn();
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(16_384));
      },
      cancel: cancelled,
    });
    await (await createFetchClient(async () => new Response(endless)).send(GET).answer).discard();
    expect(cancelled).toHaveBeenCalledOnce();
  });

  test("keeps no exchange that is over", async () => {
    const abort = vi.spyOn(AbortController.prototype, "abort");
    onTestFinished(() => abort.mockRestore());
    const client = createFetchClient(async () => new Response("x"));
    for (let count = 0; count < 5; count++) await (await client.send(GET).answer).discard();
    const failing = createFetchClient(() => Promise.reject(new Error("no")));
    await expect(failing.send(GET).answer).rejects.toThrow("no");
    client.close();
    failing.close();
    expect(abort).not.toHaveBeenCalled();
  });

  test("shows the answer to an application as it is, and where fetch itself has gone", async () => {
    const response = new Response("why", { status: 401, headers: { "x-y": "z" } });
    const answer = await createFetchClient(async () => response).send(GET).answer;
    expect(answer.toResponse()).toBe(response);
    expect([answer.status, answer.header("X-Y"), answer.header("none")]).toEqual([401, "z", null]);
    expect(answer.redirectedTo).toBeUndefined();

    const peer = await serve(({ target }, result) =>
      target === "/" ? result.writeHead(302, { location: "/next" }).end() : result.end("there"),
    );
    const follower = createFetchClient((url, init) => globalThis.fetch(url, { ...init, redirect: "follow" }));
    const followed = await follower.send({ ...GET, url: new URL(peer.origin) }).answer;
    expect(followed.redirectedTo).toBe(`${peer.origin}/next`);
    await followed.discard();
  });

  test("ends the body of an answer that an application reads by its signal", async () => {
    const peer = await serve((_request, result) => void result.writeHead(401).write("a"));
    const exchange = createFetchClient(globalThis.fetch).send({ ...GET, url: new URL(peer.origin) });
    const reader = (await exchange.answer).toResponse().body?.getReader();
    expect((await reader?.read())?.value).toEqual(Uint8Array.of(97));
    exchange.cancel();
    await expect(reader?.read()).rejects.toBeInstanceOf(Error);
    await until(() => peer.received[0]?.socket.destroyed === true, "the end of the socket");
  });
});

describe("createHttpClient of the fetch branch", () => {
  test("uses the fetch that the runtime has when it asks", async () => {
    const fetch = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("", { status: 202 }));
    onTestFinished(() => fetch.mockRestore());
    expect((await createHttpClient().send(GET).answer).status).toBe(202);
    expect(fetch).toHaveBeenCalledOnce();
  });

  test("refuses an agent, which it could not use", () => {
    expect(() => createHttpClient({ agent: {} })).toThrow(TypeError);
  });
});
