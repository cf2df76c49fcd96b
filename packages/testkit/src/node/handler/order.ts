import { expect } from "vitest";
import type { RawRequest } from "../http/raw-request.ts";
import {
  authorizeByBearer,
  bearer,
  type HandlerCase,
  type OpenedSession,
  type Peer,
  SSE_PATH,
} from "./context.ts";
import type { HandlerSetup } from "./subject.ts";

/** A request with two faults; `setup` makes the second one possible. */
interface Conflict {
  readonly what: string;
  readonly status: number;
  readonly rawOnly?: boolean;
  readonly setup?: HandlerSetup;
  /** Closes the handler first. */
  readonly closed?: boolean;
  /** Opens a session first, whose endpoint `request` gets. */
  readonly opens?: boolean;
  request(endpoint: string): RawRequest;
}

const EVIL_HOST = ["Host", "evil.example"] as const;
const EVIL_ORIGIN = ["Origin", "http://evil.example"] as const;
const JSON_TYPE = ["Content-Type", "application/json"] as const;
const AUTHORIZED: HandlerSetup = { options: { authorize: authorizeByBearer } };
const PREFLIGHT = ["Access-Control-Request-Method", "POST"] as const;

const CONFLICTS: readonly Conflict[] = [
  {
    what: "target before Host",
    status: 400,
    rawOnly: true,
    request: () => ({ target: "//x", headers: [EVIL_HOST] }),
  },
  {
    what: "Host and Origin before preflight",
    status: 403,
    setup: { options: { cors: true, allowedOrigins: ["https://app.example"] } },
    request: () => ({ method: "OPTIONS", target: SSE_PATH, headers: [EVIL_ORIGIN, PREFLIGHT] }),
  },
  {
    what: "Host before method",
    status: 403,
    request: () => ({ method: "PUT", target: SSE_PATH, headers: [EVIL_HOST] }),
  },
  {
    what: "Origin before method",
    status: 403,
    request: () => ({ method: "DELETE", target: SSE_PATH, headers: [EVIL_ORIGIN] }),
  },
  {
    what: "method before closed",
    status: 405,
    closed: true,
    request: () => ({ method: "PUT", target: SSE_PATH }),
  },
  {
    what: "closed before Accept",
    status: 503,
    closed: true,
    request: () => ({ target: SSE_PATH, headers: [["Accept", "text/html"]] }),
  },
  {
    what: "closed before session parameter",
    status: 503,
    closed: true,
    request: () => ({ method: "POST", target: SSE_PATH }),
  },
  {
    what: "Accept before authorize",
    status: 406,
    setup: AUTHORIZED,
    request: () => ({ target: SSE_PATH, headers: [["Accept", "text/html"]] }),
  },
  {
    what: "session parameter before authorize",
    status: 400,
    setup: AUTHORIZED,
    request: () => ({ method: "POST", target: SSE_PATH }),
  },
  {
    what: "authorize before capacity",
    status: 401,
    setup: { options: { authorize: authorizeByBearer, maxSessions: 1 } },
    opens: true,
    request: () => ({ target: SSE_PATH }),
  },
  {
    what: "authorize before session",
    status: 401,
    setup: AUTHORIZED,
    request: () => ({ method: "POST", target: "/sse?sessionId=unknown" }),
  },
  {
    what: "session before Content-Type",
    status: 404,
    request: () => ({
      method: "POST",
      target: "/sse?sessionId=unknown",
      headers: [["Content-Type", "text/html"]],
    }),
  },
  {
    what: "principal before Content-Type",
    status: 404,
    setup: AUTHORIZED,
    opens: true,
    request: (target) => ({
      method: "POST",
      target,
      headers: [...bearer("bob"), ["Content-Type", "text/html"]],
      body: "x",
    }),
  },
  {
    what: "Content-Type before length",
    status: 415,
    setup: { options: { maxBodyBytes: 1 } },
    opens: true,
    request: (target) => ({
      method: "POST",
      target,
      headers: [["Content-Type", "text/html"]],
      body: "{}{}",
    }),
  },
  {
    what: "Content-Encoding before length",
    status: 415,
    setup: { options: { maxBodyBytes: 1 } },
    opens: true,
    request: (target) => ({
      method: "POST",
      target,
      headers: [JSON_TYPE, ["Content-Encoding", "gzip"]],
      body: "{}{}",
    }),
  },
  {
    what: "length before message",
    status: 413,
    setup: { options: { maxBodyBytes: 1 } },
    opens: true,
    request: (target) => ({ method: "POST", target, headers: [JSON_TYPE], body: "{{" }),
  },
];

/** The order of the checks, two neighbours at a time. */
export const order: readonly HandlerCase[] = [
  ...CONFLICTS.map(
    ({ what, status, rawOnly = false, setup, closed, opens, request }): HandlerCase => ({
      ids: "http.order",
      title: `checks ${what}`,
      rawOnly,
      async run({ start }) {
        const peer = await start(setup);
        const session = opens ? await openAs(peer, setup) : undefined;
        if (closed) await peer.handler.close();
        const answer = await peer.request(request(session?.endpoint ?? ""));
        expect(answer.status).toBe(status);
      },
    }),
  ),
  {
    ids: "http.order",
    title: "checks message before queue",
    async run({ start }) {
      const peer = await start({ options: { maxQueuedMessages: 1, queueTimeoutMs: 50 } });
      const { endpoint } = await peer.open();
      expect((await peer.post(endpoint)).status).toBe(202);
      expect((await peer.post(endpoint, { body: "[]" })).status).toBe(400);
      expect((await peer.post(endpoint)).status).toBe(503);
    },
  },
];

function openAs(peer: Peer, setup: HandlerSetup | undefined): Promise<OpenedSession> {
  return peer.open(setup?.options?.authorize ? { headers: bearer("alice") } : {});
}
