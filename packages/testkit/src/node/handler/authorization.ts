import { expect } from "vitest";
import {
  authorizeByBearer,
  bearer,
  expectRefusal,
  type HandlerCase,
  type Peer,
  PING,
  SSE_PATH,
} from "./context.ts";
import type { SessionSubject } from "./subject.ts";

/** 401 and 403 of `authorize`. */
export const authorization: readonly HandlerCase[] = [
  {
    ids: ["http.status.401", "security.authorize", "http.refused-get.no-session"],
    title: "answers 401 with the WWW-Authenticate that authorize gave, for GET and POST",
    async run({ start }) {
      const peer = await start({ options: { authorize: authorizeByBearer } });
      const { endpoint } = await peer.open({ headers: bearer("alice") });
      for (const answer of await both(peer, endpoint, [])) {
        expectRefusal(answer, 401);
        expect(answer.header("www-authenticate")).toBe('Bearer realm="mcp"');
      }
      expect(peer.handler.sessionCount).toBe(1);
    },
  },
  {
    ids: ["http.status.403.authorize", "security.authorize", "http.refused-get.no-session"],
    title: "answers 403 when authorize says so, for GET and POST",
    async run({ start }) {
      const peer = await start({ options: { authorize: authorizeByBearer } });
      const { endpoint } = await peer.open({ headers: bearer("alice") });
      for (const answer of await both(peer, endpoint, bearer("blocked"))) expectRefusal(answer, 403);
      expect(peer.handler.sessionCount).toBe(1);
    },
  },
  {
    ids: ["security.authorize", "session.principal"],
    title: "gives the session the principal that authorize returned, and asks it about each request",
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const asked: string[] = [];
      const peer = await start({
        accept: (session) => void sessions.push(session),
        options: {
          async authorize(request) {
            asked.push(`${request.method} ${request.target}`);
            return authorizeByBearer(request);
          },
        },
      });
      const { endpoint } = await peer.open({ headers: bearer("alice") });
      expect((await peer.post(endpoint, { headers: bearer("alice") })).status).toBe(202);
      expect(sessions[0]?.principal).toBe("alice");
      expect(asked).toEqual([`GET ${SSE_PATH}`, `POST ${endpoint}`]);
    },
  },
];

function both(peer: Peer, endpoint: string, headers: ReturnType<typeof bearer>) {
  return Promise.all([
    peer.request({ target: SSE_PATH, headers }),
    peer.post(endpoint, { body: PING, headers }),
  ]);
}
