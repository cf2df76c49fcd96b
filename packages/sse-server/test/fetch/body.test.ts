import { describe, expect, onTestFinished, test, vi } from "vitest";
import { concat, readRequestBody } from "../../src/fetch/body.ts";
import { Interruptions } from "../../src/interruptions.ts";

function requestOf(body: BodyInit | null, init: RequestInit = {}): Request {
  return new Request("http://localhost/", { method: "POST", body, duplex: "half", ...init } as RequestInit);
}

interface Source {
  readonly body: ReadableStream<Uint8Array>;
  readonly state: { readonly cancelled: boolean; readonly left: number };
}

/** A body of so many chunks, that then ends, fails or hangs. */
function stream(chunks: readonly string[], then: "end" | "fail" | "hang" | "trickle"): Source {
  const rest = [...chunks];
  const state = {
    cancelled: false,
    get left() {
      return rest.length;
    },
  };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = rest.shift();
      if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
      else if (then === "end") controller.close();
      else if (then === "fail") controller.error(new Error("reset"));
      else if (then === "trickle")
        return new Promise((resolve) => setTimeout(resolve, 50)).then(() =>
          controller.enqueue(new Uint8Array(1)),
        );
      else return new Promise(() => undefined);
      return undefined;
    },
    cancel() {
      state.cancelled = true;
    },
  });
  return { body, state };
}

describe("readRequestBody", () => {
  test.each([[["0123456789"]], [["01", "23456", "789"]], [["0123456789", ""]]])(
    "takes exactly the limit, in chunks %j",
    async (chunks) => {
      const body = await readRequestBody(requestOf(stream(chunks, "end").body), 10, 1_000);
      expect(body).toMatchObject({ kind: "content", bytes: 10 });
      if (body.kind !== "content") throw new Error("no content");
      expect(new TextDecoder().decode(body.content as Uint8Array)).toBe("0123456789");
    },
  );

  test("takes a body that is no bytes for too large, and leaves one that is always ready", async () => {
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 100));
    onTestFinished(() => clock.mockRestore());
    for (const chunk of ["text", new Uint8Array(20)]) {
      let cancelled = 0;
      const body = new ReadableStream({
        pull: (controller) => controller.enqueue(chunk),
        cancel: () => void cancelled++,
      });
      expect(await readRequestBody(requestOf(body), 10, 1_000)).toEqual({ kind: "too-large" });
      expect(cancelled).toBe(1);
    }
  });

  test("takes no body for an empty one", async () => {
    expect(await readRequestBody(requestOf(null), 10, 1_000)).toEqual({
      kind: "content",
      content: "",
      bytes: 0,
    });
  });

  test("stops at the first byte above the limit, and swallows the rest, which an answer could be lost for", async () => {
    const { body, state } = stream(["01234567", "89+", ...Array(100).fill("more")], "end");
    const request = requestOf(body);
    expect(await readRequestBody(request, 10, 1_000)).toEqual({ kind: "too-large" });
    expect([request.bodyUsed, state]).toEqual([true, { cancelled: false, left: 0 }]);
  });

  test.each(["hang", "trickle"] as const)(
    "swallows for a second at most, of bodies that %s",
    async (then) => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const { body, state } = stream(["01234567", "89+"], then);
      const reading = readRequestBody(requestOf(body), 10, 10_000);
      await vi.advanceTimersByTimeAsync(999);
      expect(state.cancelled).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect([await reading, state.cancelled]).toEqual([{ kind: "too-large" }, true]);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test("swallows no longer than the client stays", async () => {
    const { body } = stream(["01234567", "89+"], "fail");
    expect(await readRequestBody(requestOf(body), 10, 1_000)).toEqual({ kind: "too-large" });
  });

  test("stops at the deadline, cancels the rest, and leaves no timer", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { body, state } = stream(["01"], "hang");
    const reading = readRequestBody(requestOf(body), 10, 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await reading).toEqual({ kind: "timeout" });
    expect([state.cancelled, vi.getTimerCount()]).toEqual([true, 0]);
    await readRequestBody(requestOf("x"), 10, 1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("waits for no body of what has ended or ends, and leaves no timer", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const owner = new Interruptions();
    const [first, second] = [stream(["01"], "hang"), stream(["01"], "hang")];
    const reading = readRequestBody(requestOf(first.body), 10, 1_000, owner);
    owner.run();
    expect(await reading).toEqual({ kind: "over" });
    expect(await readRequestBody(requestOf(second.body), 10, 1_000, owner)).toEqual({ kind: "over" });
    expect([first.state.cancelled, second.state.cancelled, vi.getTimerCount()]).toEqual([true, true, 0]);
  });

  test("tells a body that broke off from one that ended", async () => {
    expect(await readRequestBody(requestOf(stream(["01"], "fail").body), 10, 1_000)).toEqual({
      kind: "aborted",
    });
  });

  test("stops when the client has left, whether or not the platform breaks the body off", async () => {
    for (const abortAfter of [0, 1]) {
      const { body, state } = stream(["01"], "hang");
      const leaving = new AbortController();
      if (abortAfter === 0) leaving.abort();
      const reading = readRequestBody(requestOf(body, { signal: leaving.signal }), 10, Infinity);
      leaving.abort();
      expect([await reading, state.cancelled]).toEqual([{ kind: "aborted" }, true]);
    }
  });

  test("sees that somebody else consumed it, or is about to", async () => {
    const used = requestOf("x");
    await used.text();
    expect(await readRequestBody(used, 10, 1_000)).toEqual({ kind: "consumed" });
    const locked = requestOf("x");
    locked.body?.getReader();
    expect(await readRequestBody(locked, 10, 1_000)).toEqual({ kind: "consumed" });
  });
});

describe("concat", () => {
  test("makes one array of many, and leaves one alone", () => {
    const one = new Uint8Array([1, 2]);
    expect(concat([one], 2)).toBe(one);
    expect(concat([one, new Uint8Array([3])], 3)).toEqual(new Uint8Array([1, 2, 3]));
    expect(concat([], 0)).toEqual(new Uint8Array());
  });
});
