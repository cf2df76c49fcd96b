import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test, vi } from "vitest";
import { createSseHandler } from "../src/handler.ts";
import { adapters, collect, echo } from "./support/adapters.ts";
import { open, ping, post } from "./support/client.ts";
import { collectWarnings } from "./support/warnings.ts";

describe.each(adapters)("createSseHandler, over $name", ({ serve }) => {
  verifies("session.get.opens", "opens a session for a GET and delivers its POSTs", async () => {
    const { fetch, url } = await serve(echo);
    const client = await open(fetch, url);
    expect((await client.post(ping("a"))).status).toBe(202);
    expect(await client.nextMessage()).toEqual({ jsonrpc: "2.0", id: "a", result: { method: "ping" } });
    await client.leave();
  });

  verifies("session.get.new", "opens a new session whatever ID the GET carries", async () => {
    const { sessions, accept } = collect();
    const { handler, fetch, url } = await serve(accept);
    const first = await open(fetch, url);
    const second = await open(fetch, new URL(first.endpoint, url).href);
    expect(second.endpoint).not.toBe(first.endpoint);
    expect(handler.sessionCount).toBe(2);
    expect([...handler.sessions()]).toEqual(sessions);
    await first.leave();
    await second.leave();
  });

  test("answers a POST to no session 404", async () => {
    const { fetch, url } = await serve(echo);
    expect((await post(fetch, `${url}?sessionId=none`, ping())).status).toBe(404);
  });
});

describe.each(adapters)("close, over $name", ({ serve }) => {
  test("S03 S14 is one close, called again by those whom it tells of the end", async () => {
    const promises = new Set<Promise<void>>();
    const stop = vi.fn(async () => undefined);
    const told = vi.fn(() => void promises.add(handler.close()));
    const bus = { health: "up", maxBodyBytes: 1, start: async () => {}, stop } as const;
    const { handler, fetch, url } = await serve(() => undefined, {
      bus: { ...bus, deliver: async () => ({ status: "bus-down" }) },
      observer: { closed: told },
    });
    await open(fetch, url);
    await open(fetch, url);
    promises.add(handler.close({ graceMs: 0 }));
    await Promise.all(promises);
    expect([promises.size, told.mock.calls.length, stop.mock.calls.length]).toEqual([1, 2, 1]);
  });
});

describe("createSseHandler", () => {
  verifies(
    "session.observer.unheard",
    "has Node warn once of an accept that fails again and again",
    async () => {
      const warnings = collectWarnings();
      const ids: string[] = [];
      const handler = createSseHandler(({ id }) => {
        ids.push(id);
        throw new Error("Already connected");
      });
      for (let count = 0; count < 3; count++) {
        expect((await handler.fetch(new Request("http://localhost/sse"))).status).toBe(500);
      }
      const [first, ...others] = await warnings();
      expect(first?.message).toMatch(/^accept failed: Already connected/);
      expect(others).toEqual([]);
      for (const id of ids) expect(JSON.stringify(first)).not.toContain(id);
      await handler.close();
    },
  );

  test("gives a fetch that may be passed around unbound", async () => {
    const { fetch } = createSseHandler(() => undefined);
    expect((await fetch(new Request("http://localhost/sse", { method: "PUT" }))).status).toBe(405);
  });

  test.each([undefined, null, {}, "accept"])("refuses %o as accept", (accept) => {
    expect(() => createSseHandler(accept as never)).toThrow(TypeError);
    expect(() => createSseHandler(accept as never)).toThrow("accept must be a function that takes a session");
  });

  test("refuses an option that cannot be when it is made, not with the first request", () => {
    expect(() => createSseHandler(() => undefined, { authorize: 5 as never })).toThrow(TypeError);
    expect(() => createSseHandler(() => undefined, { maxSessions: 0 })).toThrow(RangeError);
    expect(() => createSseHandler(() => undefined, null as never)).toThrow("options must be an object");
  });
});
