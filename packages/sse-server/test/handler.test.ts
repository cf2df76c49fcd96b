import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { createSseHandler } from "../src/handler.ts";
import { adapters, collect, echo } from "./support/adapters.ts";
import { open, ping, post } from "./support/client.ts";

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

describe("createSseHandler", () => {
  test("gives a fetch that may be passed around unbound", async () => {
    const { fetch } = createSseHandler(() => undefined);
    expect((await fetch(new Request("http://localhost/sse", { method: "PUT" }))).status).toBe(405);
  });
});
