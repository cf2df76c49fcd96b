import { expect } from "vitest";
import { staysPending, until } from "../../patience.ts";
import { type HandlerCase, type HandlerContext, SSE_PATH } from "./context.ts";
import type { SessionSubject } from "./subject.ts";

/** GET: 200 and what comes first. */
export const opening: readonly HandlerCase[] = [
  {
    ids: ["http.status.200", "session.get.opens"],
    title: "answers a GET with 200 and the headers of an event stream that no proxy may hold or change (H08)",
    async run({ start }) {
      const peer = await start();
      const { stream } = await peer.open();
      expect(stream.head.header("content-type")).toMatch(/^text\/event-stream(;|$)/);
      expect(stream.head.header("cache-control")).toMatch(/no-cache/);
      expect(stream.head.header("cache-control")).toMatch(/no-transform/);
      expect(stream.head.header("x-accel-buffering")).toBe("no");
      expect(stream.head.header("content-encoding")).toBeUndefined();
      expect(peer.handler.sessionCount).toBe(1);
    },
  },
  {
    ids: ["session.endpoint.first", "session.endpoint.own-path", "session.param.written"],
    title: "sends the endpoint event first: the GET's own path with the session ID, without the GET's query",
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const peer = await start({ accept: (session) => void sessions.push(session) });
      const { endpoint, stream } = await peer.open({ target: "/a/b%20c?x=1&sessionId=mine" });
      expect(endpoint).toBe(`/a/b%20c?sessionId=${sessions[0]?.id}`);
      expect(stream.text).toBe(`event: endpoint\ndata: ${endpoint}\n\n`);
    },
  },
  {
    ids: ["session.endpoint.own-path", "session.endpoint.registered"],
    title:
      "tells each client the path that it asked, never the Host, and takes a POST there at once (H02, H03)",
    async run({ start }) {
      const peer = await start({ options: { allowedHosts: ["internal"] } });
      for (const target of ["/a/sse", "/b/c"]) {
        const { endpoint } = await peer.open({ target, headers: [["Host", "internal:9000"]] });
        expect(endpoint.slice(0, endpoint.indexOf("?"))).toBe(target);
        expect((await peer.post(endpoint)).status).toBe(202);
      }
    },
  },
  {
    ids: ["session.get.new", "session.gone.at-once"],
    title: "serves two GETs at once, and one that drops and comes back, a session each (S20)",
    async run({ start }) {
      const peer = await start();
      const both = await Promise.all([peer.open(), peer.open()]);
      expect(both[0].endpoint).not.toBe(both[1].endpoint);
      both[0].connection.reset();
      const again = await peer.open();
      expect((await peer.post(both[1].endpoint)).status).toBe(202);
      expect((await peer.post(again.endpoint)).status).toBe(202);
      await until(() => peer.handler.sessionCount === 2, "the end of the dropped session");
    },
  },
  {
    ids: "session.endpoint.with-headers",
    title: "sends headers and endpoint event in one write",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      const { connection, endpoint } = await peer.open();
      expect(connection.firstChunk.toString("latin1")).toContain(`data: ${endpoint}\n\n`);
    },
  },
  {
    ids: ["session.get.new", "session.id.random"],
    title: "opens a new session for every GET, whatever ID it carries",
    async run({ start }) {
      const peer = await start();
      const first = await peer.open();
      const second = await peer.open({ target: first.endpoint });
      expect(second.endpoint).not.toBe(first.endpoint);
      expect(peer.handler.sessionCount).toBe(2);
    },
  },
  {
    ids: ["session.accept.before-bytes", "session.endpoint.with-headers", "session.message.event"],
    title: "sends what accept wrote after the endpoint event, as message events",
    async run({ start }) {
      const peer = await start({
        accept: async (session) => {
          await session.write({ jsonrpc: "2.0", method: "notifications/hello" } as { jsonrpc: "2.0" });
        },
      });
      const { stream } = await peer.open();
      expect(await stream.next()).toEqual({
        event: "message",
        data: '{"jsonrpc":"2.0","method":"notifications/hello"}',
      });
    },
  },
  {
    ids: "session.accept.before-bytes",
    title: "answers nothing while accept has neither settled nor used its session",
    async run({ start }) {
      let release: () => void = () => {};
      const waiting = new Promise<void>((resolve) => {
        release = resolve;
      });
      const peer = await start({ accept: () => waiting });
      const connection = await peer.connect();
      connection.send({ target: SSE_PATH });
      const answer = connection.stream();
      expect(await staysPending(answer, 100)).toBe(true);
      release();
      expect((await (await answer).next())?.event).toBe("endpoint");
    },
  },
  {
    ids: ["session.accept.before-bytes", "session.endpoint.first"],
    title: "answers while accept goes on reading its session",
    async run({ start }) {
      const peer = await start({
        accept: async (session) => {
          for await (const message of session) await session.write(message);
        },
      });
      const { endpoint, stream } = await peer.open();
      await peer.post(endpoint);
      expect(await stream.next()).toMatchObject({ event: "message" });
    },
  },
  {
    ids: "session.endpoint.option",
    title: "tells the endpoint that the option names, fixed, absolute or made from the request",
    async run({ start }) {
      const id = /sessionId=[\w.~-]+$/;
      const fixed = await (await start({ options: { endpoint: "/post/here" } })).open();
      expect(fixed.endpoint).toMatch(/^\/post\/here\?sessionId=/);
      const absolute = await (
        await start({ options: { endpoint: new URL("https://mcp.example/in?a=1") } })
      ).open();
      expect(absolute.endpoint).toMatch(/^https:\/\/mcp\.example\/in\?a=1&sessionId=/);
      const made = await (await start({ options: { endpoint: ({ target }) => `/made${target}` } })).open();
      expect(made.endpoint).toMatch(/^\/made\/sse\?sessionId=/);
      for (const { endpoint } of [fixed, absolute, made]) expect(endpoint).toMatch(id);
    },
  },
  {
    ids: "session.endpoint.forwarded-prefix",
    title: "puts a forwarded prefix before the endpoint only when it is trusted, and only a plain path",
    async run({ start }) {
      const endpointFor = async (trusted: boolean, prefix: string): Promise<string> => {
        const peer = await start({ options: { trustForwardedPrefix: trusted } });
        return (await peer.open({ headers: [["X-Forwarded-Prefix", prefix]] })).endpoint;
      };
      expect(await endpointFor(false, "/proxy")).toMatch(/^\/sse\?/);
      expect(await endpointFor(true, "/proxy")).toMatch(/^\/proxy\/sse\?/);
      for (const prefix of ["//evil", "https://evil", "/\\evil", "evil", "/a?b", "/a#b"]) {
        expect(await endpointFor(true, prefix), prefix).toMatch(/^\/sse\?/);
      }
    },
  },
  {
    ids: "session.accept.lenient",
    title: "opens for every Accept that takes an event stream",
    async run({ start }: HandlerContext) {
      const peer = await start();
      for (const accept of [
        undefined,
        "*/*",
        "text/event-stream",
        "TEXT/Event-Stream",
        "text/*",
        "application/json, text/event-stream",
        "text/event-stream;q=0.1",
        "text/html, */*;q=0.5",
      ]) {
        const headers = accept === undefined ? [] : [["Accept", accept] as const];
        const { connection } = await peer.open({ headers });
        connection.destroy();
      }
    },
  },
];
