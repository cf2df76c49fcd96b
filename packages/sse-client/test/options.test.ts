import { describe, expect, test } from "vitest";
import { connectSse } from "../src/connect.ts";
import { resolveOptions, type SseClientOptions } from "../src/options.ts";

const URL_ = "http://127.0.0.1:1/sse";

/** As from a program without types. */
function untyped(options: Record<string, unknown>): SseClientOptions {
  return options as SseClientOptions;
}

describe("resolveOptions", () => {
  const defaults = {
    endpointTimeoutMs: 10_000,
    postTimeoutMs: 300_000,
    fenceTimeoutMs: 1_000,
    idleTimeoutMs: Number.POSITIVE_INFINITY,
    maxEventBytes: 16 * 1024 * 1024,
    maxConcurrentPosts: 16,
    maxBacklogBytes: 16 * 1024 * 1024,
    maxQueuedMessages: 100,
  };

  test("fills in the defaults", () => {
    const { url, ...rest } = resolveOptions(`${URL_}?a=b#c`, {});
    expect(url.href).toBe(`${URL_}?a=b`);
    expect(rest).toEqual(defaults);
  });

  test("takes undefined for every option that is not given", () => {
    const names = [...Object.keys(defaults), "fetch", "signal", "headers", "auth", "agent", "onIgnored"];
    const absent = untyped(Object.fromEntries(names.map((name) => [name, undefined])));
    expect(resolveOptions(URL_, absent)).toMatchObject(defaults);
  });

  test("keeps a URL that is changed later as it was", () => {
    const url = new URL(URL_);
    const resolved = resolveOptions(url, {});
    url.hostname = "elsewhere.example";
    expect(resolved.url.hostname).toBe("127.0.0.1");
  });

  const limits = [
    "endpointTimeoutMs",
    "postTimeoutMs",
    "fenceTimeoutMs",
    "idleTimeoutMs",
    "maxEventBytes",
    "maxConcurrentPosts",
    "maxBacklogBytes",
    "maxQueuedMessages",
  ] as const;

  test.each(limits)("refuses for %s what is no limit, naming it", (name) => {
    for (const value of [0, -1, Number.NaN, Number.NEGATIVE_INFINITY, "10", null, {}, true]) {
      expect(() => resolveOptions(URL_, untyped({ [name]: value }))).toThrow(RangeError);
      expect(() => resolveOptions(URL_, untyped({ [name]: value }))).toThrow(name);
    }
    expect(resolveOptions(URL_, { [name]: Number.POSITIVE_INFINITY })[name]).toBe(Number.POSITIVE_INFINITY);
    expect(resolveOptions(URL_, { [name]: 1 })[name]).toBe(1);
  });

  test.each<Record<string, unknown>>([
    { fetch: "fetch" },
    { signal: {} },
    { signal: "abort" },
    { auth: {} },
    { auth: null },
    { auth: { token: "t" } },
    { auth: { token: () => "t", onUnauthorized: true } },
    { onIgnored: true },
    { fetch: globalThis.fetch, agent: {} },
  ])("refuses an option of the wrong kind: %j", (options) => {
    expect(() => resolveOptions(URL_, untyped(options))).toThrow(TypeError);
  });

  test.each([
    "/sse",
    "",
    "127.0.0.1:80/sse",
    "http://",
    "file:///etc/passwd",
    "smb://h/x",
    "javascript:alert(1)",
    "ws://h/sse",
    "custom://h/sse",
    "data:text/event-stream,x",
    "blob:http://h/x",
    "http://user:secret@h/sse",
  ])("refuses the URL %j before any use of it (X10)", (url) => {
    expect(() => resolveOptions(url, {})).toThrow(TypeError);
    expect(() => resolveOptions(url, {})).not.toThrow(/secret|passwd/);
  });
});

describe("connectSse", () => {
  test("rejects for what an option cannot be", async () => {
    await expect(connectSse("ftp://h/")).rejects.toBeInstanceOf(TypeError);
    await expect(connectSse(URL_, { idleTimeoutMs: 0 })).rejects.toBeInstanceOf(RangeError);
    await expect(connectSse(URL_, { headers: { "bad name": "x" } })).rejects.toBeInstanceOf(TypeError);
    await expect(connectSse(URL_, { agent: {} })).rejects.toBeInstanceOf(TypeError);
  });
});
