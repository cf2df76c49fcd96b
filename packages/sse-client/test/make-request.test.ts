// What follows from answers is proved over real servers in open-event-stream, post-message and authorization;
// here, that nothing is sent which nobody waits for.

import { describe, expect, test, vi } from "vitest";
import { createAttempt } from "../src/attempt.ts";
import { createAuthorization } from "../src/authorization.ts";
import { createFetchClient } from "../src/fetch/request.ts";
import { makeRequest } from "../src/make-request.ts";

const GET = { method: "GET", url: new URL("http://server.example/sse") } as const;

describe("makeRequest", () => {
  function play(answers: readonly Response[], headers?: () => Promise<HeadersInit>) {
    const queue = [...answers];
    const fetch = vi.fn(async () => queue.shift() ?? new Response(null, { status: 200 }));
    const onSent = vi.fn();
    const requester = {
      http: createFetchClient(fetch),
      authorization: createAuthorization(headers, undefined),
    };
    return { fetch, onSent, requester };
  }

  test("tells of each sending, and returns what answered and where", async () => {
    const { fetch, onSent, requester } = play([
      new Response(null, { status: 302, headers: { location: "/next" } }),
    ]);
    const { answer, url } = await makeRequest(GET, requester, createAttempt(), onSent);
    expect([answer.status, url.href]).toEqual([200, "http://server.example/next"]);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(onSent.mock.calls.map(([exchange]) => exchange !== undefined)).toEqual([true, false, true]);
  });

  test("lets go of a redirect whose body has no end", async () => {
    const cancelled = vi.fn();
    const endless = new ReadableStream({ cancel: cancelled });
    const { requester, onSent } = play([
      new Response(endless, { status: 307, headers: { location: "/next" } }),
    ]);
    await makeRequest({ ...GET, method: "POST", body: "{}" }, requester, createAttempt(), onSent);
    expect(cancelled).toHaveBeenCalledOnce();
  });

  test("sends nothing when it was given up while the headers were asked for", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const asking = play([], async () => {
      controller.abort(reason);
      return {};
    });
    const attempt = makeRequest(GET, asking.requester, createAttempt(controller.signal), asking.onSent);
    await expect(attempt).rejects.toBe(reason);
    expect(asking.fetch).not.toHaveBeenCalled();
  });
});
