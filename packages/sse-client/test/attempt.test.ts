import { createWatchedSignal, verifies } from "@mcp-sse/testkit";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createAttempt } from "../src/attempt.ts";
import { connectSse } from "../src/connect.ts";
import { branches } from "./peer/branches.ts";
import { hidesRedirects } from "./peer/platform.ts";
import { openStream, serve } from "./peer/server.ts";

const never = new Promise<never>(() => {});
const error = new Error("late");
const late = () => error;

describe("an attempt", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("settles as what it waits for does", async () => {
    const attempt = createAttempt();
    expect(await attempt.race(Promise.resolve(1))).toBe(1);
    await expect(attempt.race(Promise.reject(error))).rejects.toBe(error);
  });

  test("is given up by its signal, with the reason itself", async () => {
    const reason = { why: "not an error" };
    const controller = new AbortController();
    const attempt = createAttempt(controller.signal);
    const waiting = attempt.race(never);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(attempt.race(Promise.resolve(1))).rejects.toBe(reason);
  });

  test("is given up by its deadline, which can be started again, to come never too", async () => {
    vi.useFakeTimers();
    const attempt = createAttempt();
    let outcome: unknown;
    attempt.race(never).catch((error: unknown) => {
      outcome = error;
    });
    attempt.startDeadline(100, late);
    await vi.advanceTimersByTimeAsync(90);
    attempt.startDeadline(100, late);
    await vi.advanceTimersByTimeAsync(90);
    attempt.startDeadline(Number.POSITIVE_INFINITY);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outcome).toBeUndefined();
    attempt.startDeadline(100, late);
    await vi.advanceTimersByTimeAsync(100);
    expect(outcome).toBe(error);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("tells that it was given up, and nothing else", async () => {
    vi.useFakeTimers();
    const onGiveUp = vi.fn();
    const controller = new AbortController();
    createAttempt(controller.signal, onGiveUp);
    expect(onGiveUp).not.toHaveBeenCalled();
    controller.abort();
    expect(onGiveUp).toHaveBeenCalledOnce();
    const finished = createAttempt(undefined, onGiveUp);
    finished.startDeadline(100, late);
    finished.finish();
    createAttempt(undefined, onGiveUp).startDeadline(100, late);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onGiveUp).toHaveBeenCalledTimes(2);
  });

  test("is over once: then nothing gives it up, no timer runs, and nobody listens", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const remove = vi.spyOn(controller.signal, "removeEventListener");
    const attempt = createAttempt(controller.signal);
    attempt.startDeadline(100, late);
    expect([attempt.finish(), attempt.finish()]).toEqual([true, false]);
    attempt.startDeadline(100, late);
    expect(vi.getTimerCount()).toBe(0);
    expect(remove).toHaveBeenCalledOnce();
    controller.abort(new Error("too late"));
    expect(await attempt.race(Promise.resolve(1))).toBe(1);
  });

  test("shares one listener with a hundred others on its signal, and leaves none", () => {
    const watched = createWatchedSignal();
    const attempts = Array.from({ length: 100 }, () => createAttempt(watched.signal));
    expect(watched.listeners).toBe(1);
    for (const attempt of attempts) attempt.finish();
    expect(watched.listeners).toBe(0);
  });
});

describe.each(branches)("an attempt over $name", ({ options }) => {
  test("that is aborted before it begins makes no request", async () => {
    const peer = await serve(() => {});
    const reason = new Error("not at all");
    const attempt = connectSse(`${peer.origin}/sse`, { ...options, signal: AbortSignal.abort(reason) });
    await expect(attempt).rejects.toBe(reason);
    expect(peer.connections).toBe(0);
  });

  verifies(
    "client.signal.attempt",
    "that is aborted at any step rejects with the reason, and lets go",
    async () => {
      const reason = { why: "aborted" };
      const steps: ((controller: AbortController) => Parameters<typeof serve>[0])[] = [
        (controller) => () => controller.abort(reason),
        (controller) => (_request, response) => {
          openStream(response);
          response.write(": hello\n", () => controller.abort(reason));
        },
        (controller) =>
          ({ target }, response) => {
            if (target === "/sse") response.writeHead(302, { location: "/next" }).end();
            else controller.abort(reason);
          },
      ];
      for (const step of steps.slice(0, hidesRedirects ? -1 : undefined)) {
        const controller = new AbortController();
        const peer = await serve(step(controller));
        const attempt = connectSse(`${peer.origin}/sse`, { ...options, signal: controller.signal });
        await expect(attempt).rejects.toBe(reason);
        const last = peer.received.at(-1)?.socket;
        await vi.waitUntil(() => last?.destroyed, { timeout: 5_000 });
      }
    },
  );

  test("that is aborted while a function of the options is asked rejects with the reason", async () => {
    const peer = await serve(() => {});
    const reason = new Error("aborted");
    const controller = new AbortController();
    const attempt = connectSse(`${peer.origin}/sse`, {
      ...options,
      signal: controller.signal,
      headers() {
        queueMicrotask(() => controller.abort(reason));
        return new Promise(() => {});
      },
    });
    await expect(attempt).rejects.toBe(reason);
  });

  verifies("client.endpoint.deadline", "gives up on a server that never names its endpoint", async () => {
    const silences: Parameters<typeof serve>[0][] = [
      () => {},
      (_request, response) => openStream(response),
      (_request, response) => {
        openStream(response);
        const beat = setInterval(() => response.write(": beat\n\n"), 10);
        onTestFinished(() => clearInterval(beat));
      },
    ];
    for (const silence of silences) {
      const peer = await serve(silence);
      const attempt = connectSse(`${peer.origin}/sse`, { ...options, endpointTimeoutMs: 300 });
      await expect(attempt).rejects.toMatchObject({
        name: "SseClientError",
        code: "ERR_SSE_ENDPOINT_TIMEOUT",
      });
      await vi.waitUntil(() => peer.received[0]?.socket.destroyed, { timeout: 5_000 });
    }
  });
});
