import { expect } from "vitest";
import { until } from "../../patience.ts";
import type { RawResponse } from "../http/raw-response.ts";
import { authorizeByBearer, bearer, expectRefusal, type HandlerCase, SSE_PATH } from "./context.ts";
import type { BusOutcome } from "./subject.ts";

function expectUnavailable(answer: RawResponse, what?: string): void {
  expectRefusal(answer, 503, what);
  expect(answer.header("retry-after"), what).toMatch(/^[1-9]\d*$/);
}

/** What each outcome of the bus is answered with. */
const BUS_STATUS: readonly (readonly [outcome: BusOutcome, status: number])[] = [
  ["accepted", 202],
  ["unknown-session", 404],
  ["forbidden", 404],
  ["rejected: not-json", 400],
  ["rejected: not-a-message", 400],
  ["rejected: too-large", 413],
  ["overloaded", 503],
  ["owner-gone", 503],
  ["bus-down", 503],
  ["timeout", 504],
];

/** 503 and 504: full, closing, or not reachable. */
export const capacity: readonly HandlerCase[] = [
  {
    ids: ["http.status.503.full", "limits.sessions", "http.refused-get.no-session"],
    title: "answers 503 with Retry-After for a GET past maxSessions, until one has ended",
    async run({ start }) {
      const peer = await start({ options: { maxSessions: 2 } });
      const first = await peer.open();
      await peer.open();
      expectUnavailable(await peer.request({ target: SSE_PATH }));
      expect(peer.handler.sessionCount).toBe(2);
      expect((await peer.post(first.endpoint)).status).toBe(202);
      first.connection.destroy();
      await until(() => peer.handler.sessionCount === 1, "the end of the session");
      await peer.open();
    },
  },
  {
    ids: ["http.status.503.full", "limits.sessions"],
    title: "answers 503 with Retry-After for a GET past maxSessionsPerPrincipal, and to nobody else",
    async run({ start }) {
      const peer = await start({ options: { maxSessionsPerPrincipal: 1, authorize: authorizeByBearer } });
      await peer.open({ headers: bearer("alice") });
      expectUnavailable(await peer.request({ target: SSE_PATH, headers: bearer("alice") }));
      await peer.open({ headers: bearer("bob") });
      expect(peer.handler.sessionCount).toBe(2);
    },
  },
  {
    ids: ["http.status.503.draining", "handler.close", "http.refused-get.no-session"],
    title: "answers 503 with Retry-After for a GET from the moment it is closed, and ends its streams (S14)",
    async run({ start }) {
      const peer = await start();
      const { stream } = await peer.open();
      const closing = peer.handler.close();
      expect(peer.handler.close()).toBe(closing);
      expectUnavailable(await peer.request({ target: SSE_PATH }));
      expect(await stream.next()).toBeUndefined();
      await closing;
      expect(peer.handler.sessionCount).toBe(0);
    },
  },
  {
    ids: "http.status.503.closed",
    title: "answers 503 with Retry-After to GET and POST once close has settled",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      await peer.handler.close();
      expectUnavailable(await peer.request({ target: SSE_PATH }), "GET");
      expectUnavailable(await peer.post(endpoint), "POST");
      expectUnavailable(await peer.post("/sse"), "POST without a session ID");
    },
  },
  {
    ids: "http.status.503.queue",
    title: "answers 503 with Retry-After for a POST that found no room in time, and does not deliver it",
    async run({ start }) {
      let read: () => Promise<unknown> = () => Promise.reject(new Error("no session"));
      const peer = await start({
        accept: (session) => {
          read = () => session.read();
        },
        options: { maxQueuedMessages: 1, queueTimeoutMs: 50 },
      });
      const { endpoint } = await peer.open();
      const message = (id: number): { body: string } => ({
        body: JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }),
      });
      expect((await peer.post(endpoint, message(1))).status).toBe(202);
      expectUnavailable(await peer.post(endpoint, message(2)));
      expect(await read()).toMatchObject({ id: 1 });
      expect((await peer.post(endpoint, message(3))).status).toBe(202);
      expect(await read()).toMatchObject({ id: 3 });
    },
  },
  {
    ids: ["http.status.503.bus", "http.status.504", "http.status.bus"],
    title: "answers a POST for another node's session with the status that the bus' outcome stands for",
    async run({ start }) {
      for (const [busOutcome, status] of BUS_STATUS) {
        const peer = await start({ busOutcome });
        const { endpoint } = await peer.open();
        // The owner is the part of the ID before the first dot.
        const elsewhere = endpoint.replace(/(sessionId=)([^.]+)\./, (_whole, name: string, node: string) => {
          return `${name}${node.startsWith("A") ? "B" : "A"}${node.slice(1)}.`;
        });
        expect(elsewhere).not.toBe(endpoint);
        const answer = await peer.post(elsewhere);
        expect(answer.status, busOutcome).toBe(status);
        if (status === 503) expectUnavailable(answer, busOutcome);
        if (status === 404 || status === 504) expectRefusal(answer, status, busOutcome);
        expect((await peer.post(endpoint)).status, `${busOutcome}, own session`).toBe(202);
      }
    },
  },
  {
    ids: "bus.memory",
    title: "answers 404 for another node's session when there is no bus",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      expectRefusal(await peer.post(endpoint.replace("sessionId=", "sessionId=elsewhere")), 404);
    },
  },
];
