import { expect } from "vitest";
import { staysPending, until, within } from "../../patience.ts";
import { type HandlerCase, PING } from "./context.ts";
import type { SessionSubject } from "./subject.ts";

/** POST: 202, and how a message comes into the queue. */
export const posting: readonly HandlerCase[] = [
  {
    ids: ["http.status.202", "session.get.opens", "session.receive", "delivery.202-after-queue"],
    title: "answers 202 for a message, which its session reads together with the POST that carried it",
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const peer = await start({ accept: (session) => void sessions.push(session) });
      const { endpoint } = await peer.open();
      const answer = await peer.post(endpoint, { headers: [["X-Mark", "this POST"]] });
      expect(answer.status).toBe(202);
      const received = await within(sessions[0]?.receive() ?? Promise.reject(), "the message");
      expect(received?.message).toEqual(JSON.parse(PING));
      expect(received?.request.method).toBe("POST");
      expect(received?.request.target).toBe(endpoint);
      expect(received?.request.headers.get("x-mark")).toBe("this POST");
    },
  },
  {
    ids: ["http.status.202", "session.get.opens"],
    title: "delivers each POST to the session whose ID it names, and to no other (X09)",
    async run({ start }) {
      const peer = await start({
        accept: async (session) => {
          for await (const message of session) await session.write(message);
        },
      });
      const [first, second] = [await peer.open(), await peer.open()];
      const named = (id: string): { body: string } => ({
        body: `{"jsonrpc":"2.0","id":"${id}","method":"ping"}`,
      });
      expect((await peer.post(second.endpoint, named("two"))).status).toBe(202);
      expect((await peer.post(first.endpoint, named("one"))).status).toBe(202);
      expect((await first.stream.next())?.data).toContain('"one"');
      expect((await second.stream.next())?.data).toContain('"two"');
    },
  },
  {
    ids: ["session.queue.waits", "delivery.202-after-queue"],
    title: "holds a POST back while the queue is full, and answers 202 once there is room",
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const peer = await start({
        accept: (session) => void sessions.push(session),
        options: { maxQueuedMessages: 1 },
      });
      const { endpoint } = await peer.open();
      expect((await peer.post(endpoint)).status).toBe(202);
      const waiting = peer.post(endpoint);
      expect(await staysPending(waiting, 100)).toBe(true);
      await sessions[0]?.read();
      expect((await waiting).status).toBe(202);
    },
  },
  {
    ids: "session.queue.aborted",
    title: "does not deliver the message of a POST that was given up while it waited",
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const peer = await start({
        accept: (session) => void sessions.push(session),
        options: { maxQueuedMessages: 1 },
      });
      const { endpoint } = await peer.open();
      const message = (id: number): string => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
      await peer.post(endpoint, { body: message(1) });
      const connection = await peer.connect();
      connection.send({
        method: "POST",
        target: endpoint,
        headers: [["Content-Type", "application/json"]],
        body: message(2),
      });
      expect(await staysPending(connection.ended, 100)).toBe(true);
      connection.reset();
      // The server has seen the reset once it has answered requests that came after it.
      for (let count = 0; count < 3; count++) await peer.request({ method: "PUT", target: "/" });
      expect(await sessions[0]?.read()).toMatchObject({ id: 1 });
      await peer.post(endpoint, { body: message(3) });
      expect(await sessions[0]?.read()).toMatchObject({ id: 3 });
    },
  },
  {
    ids: "session.post.ended-meanwhile",
    title: "answers 404 for a POST whose session ends while it waits for room",
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const peer = await start({
        accept: (session) => void sessions.push(session),
        options: { maxQueuedMessages: 1 },
      });
      const { endpoint } = await peer.open();
      await peer.post(endpoint);
      const waiting = peer.post(endpoint);
      expect(await staysPending(waiting, 100)).toBe(true);
      void sessions[0]?.close();
      expect((await waiting).status).toBe(404);
    },
  },
  {
    ids: ["session.read.after-close", "session.gone.at-once"],
    title: "lets the application read what was answered 202, after its client is gone",
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const peer = await start({ accept: (session) => void sessions.push(session) });
      const { endpoint, connection } = await peer.open();
      await peer.post(endpoint);
      connection.destroy();
      await until(() => peer.handler.sessionCount === 0, "the end of the session");
      expect(await sessions[0]?.read()).toEqual(JSON.parse(PING));
      expect(await sessions[0]?.read()).toBeUndefined();
    },
  },
  {
    ids: ["session.write.after-close", "session.gone.at-once", "session.close.one-end"],
    title: "rejects a write with the reason of the end once its client is gone, keep-alive or not (S17)",
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const peer = await start({
        accept: (session) => void sessions.push(session),
        options: { keepAliveMs: 20 },
      });
      const { connection } = await peer.open();
      const [session] = sessions as [SessionSubject];
      connection.destroy();
      const { code } = await within(session.closed, "the end of the session");
      expect(["peer", "network"]).toContain(code);
      await expect(
        session.write({ jsonrpc: "2.0", method: "late" } as { jsonrpc: "2.0" }),
      ).rejects.toMatchObject({
        code: "ERR_CONNECTION_CLOSED",
        reason: { code },
      });
      await session.close();
      expect(peer.handler.sessionCount).toBe(0);
    },
  },
  {
    ids: "session.param.read",
    title: "reads the session ID as sessionId, sessionid and session_id",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const id = endpoint.slice(endpoint.indexOf("=") + 1);
      for (const name of ["sessionId", "sessionid", "session_id"]) {
        expect((await peer.post(`/anywhere?a=1&${name}=${id}`)).status, name).toBe(202);
      }
    },
  },
  {
    ids: "session.param.written",
    title: "writes and reads the session ID under the name that the option gives it",
    async run({ start }) {
      const peer = await start({ options: { sessionParam: "sid" } });
      const { endpoint } = await peer.open();
      expect(endpoint).toMatch(/^\/sse\?sid=/);
      expect((await peer.post(endpoint)).status).toBe(202);
    },
  },
  {
    ids: "session.close.ends-get",
    title: "ends the GET when the application closes the session",
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const peer = await start({ accept: (session) => void sessions.push(session) });
      const { stream } = await peer.open();
      await within(sessions[0]?.close() ?? Promise.reject(), "the end of close");
      expect(await stream.next()).toBeUndefined();
      expect(peer.handler.sessionCount).toBe(0);
    },
  },
  {
    ids: "session.keep-alive",
    title: "sends a comment after a silence of keepAliveMs",
    async run({ start }) {
      const peer = await start({ options: { keepAliveMs: 50 } });
      const { stream } = await peer.open();
      const next = stream.next().catch(() => undefined);
      await until(() => stream.comments.length >= 2, "two comments");
      void next;
    },
  },
];
