import { expect } from "vitest";
import { until } from "../../patience.ts";
import type { RawResponse } from "../http/raw-response.ts";
import { authorizeByBearer, bearer, expectRefusal, expectRpcError, type HandlerCase } from "./context.ts";
import type { SessionSubject } from "./subject.ts";

const REQUEST = { jsonrpc: "2.0", id: 1, method: "ping" };

/** Bodies that are JSON, but no message. */
const NOT_MESSAGES: readonly (readonly [what: string, value: unknown])[] = [
  ["null", null],
  ["a number", 1],
  ["a string", "ping"],
  ["an empty object", {}],
  ["no version", { id: 1, method: "ping" }],
  ["another version", { ...REQUEST, jsonrpc: "1.0" }],
  ["a method that is no string", { ...REQUEST, method: 1 }],
  ["a fractional id", { ...REQUEST, id: 1.5 }],
  ["an id past the safe integers", { ...REQUEST, id: 2 ** 53 }],
  ["an id of another kind", { ...REQUEST, id: {} }],
  ["params that are no structure", { ...REQUEST, params: "x" }],
  ["params null", { ...REQUEST, params: null }],
  ["result and error", { jsonrpc: "2.0", id: 1, result: 1, error: { code: 1, message: "" } }],
  ["neither method nor result nor error", { jsonrpc: "2.0", id: 1 }],
  ["an error without code", { jsonrpc: "2.0", id: 1, error: { message: "" } }],
];

const NOT_JSON: readonly (readonly [what: string, body: string | Uint8Array])[] = [
  ["an empty body", ""],
  ["half a message", '{"jsonrpc":"2.0","id":1,'],
  ["two values", `${JSON.stringify(REQUEST)}${JSON.stringify(REQUEST)}`],
  ["a byte order mark", `\ufeff${JSON.stringify(REQUEST)}`],
  ["bytes that are not UTF-8", Uint8Array.of(0x22, 0xff, 0xfe, 0x22)],
];

/** POST: 400 and 404. */
export const refusingPosts: readonly HandlerCase[] = [
  {
    ids: ["http.status.400.json", "jsonrpc.utf8", "session.post.not-read-as-error"],
    title: "answers 400 with JSON-RPC error -32700 for a body that is not JSON",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      for (const [what, body] of NOT_JSON) {
        const answer = await peer.request({
          method: "POST",
          target: endpoint,
          headers: [["Content-Type", "application/json"]],
          body,
        });
        expectRpcError(answer, -32700, what);
      }
      expect((await peer.post(endpoint)).status, "the session lives").toBe(202);
    },
  },
  {
    ids: ["http.status.400.message", "session.post.not-read-as-error"],
    title: "answers 400 with JSON-RPC error -32600 for JSON that is not a message",
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const peer = await start({ accept: (session) => void sessions.push(session) });
      const { endpoint } = await peer.open();
      for (const [what, value] of NOT_MESSAGES) {
        expectRpcError(await peer.post(endpoint, { body: JSON.stringify(value) }), -32600, what);
      }
      await peer.post(endpoint);
      expect(await sessions[0]?.read()).toEqual(REQUEST);
    },
  },
  {
    ids: ["http.status.400.batch", "jsonrpc.decode.no-batch"],
    title: "answers 400 with JSON-RPC error -32600 for a batch",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      for (const batch of [[], [REQUEST], [REQUEST, REQUEST]]) {
        expectRpcError(await peer.post(endpoint, { body: JSON.stringify(batch) }), -32600);
      }
    },
  },
  {
    ids: ["http.status.400.null-id", "jsonrpc.id.null"],
    title: "answers 400 with JSON-RPC error -32600 for a request whose id is null (J11)",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const answer = await peer.post(endpoint, { body: '{"jsonrpc":"2.0","id":null,"method":"ping"}' });
      expectRpcError(answer, -32600);
    },
  },
  {
    ids: "jsonrpc.error.not-on-stream",
    title: "sends nothing on the stream about a POST that it refused",
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const peer = await start({ accept: (session) => void sessions.push(session) });
      const { endpoint, stream } = await peer.open();
      await peer.post(endpoint, { body: "{" });
      await peer.post(endpoint, { body: "[]" });
      await sessions[0]?.write({ jsonrpc: "2.0", method: "next" } as { jsonrpc: "2.0" });
      expect((await stream.next())?.data).toContain('"next"');
    },
  },
  {
    ids: "http.status.400.session-id",
    title: "answers 400 for a POST without a session ID",
    async run({ start }) {
      const peer = await start();
      for (const target of ["/sse", "/sse?", "/sse?session=1", "/sse?sessionId", "/sse?sessionId="]) {
        expectRefusal(await peer.post(target), 400, target);
      }
      await peer.open();
    },
  },
  {
    ids: "http.status.400.repeated-session-id",
    title: "answers 400 for a POST with more than one session ID, whatever their names",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const parameter = endpoint.slice(endpoint.indexOf("?") + 1);
      for (const target of [
        `${endpoint}&${parameter}`,
        `${endpoint}&sessionId=other`,
        `/sse?sessionId=other&${parameter}`,
        `${endpoint}&${parameter.replace("sessionId", "session_id")}`,
      ]) {
        expectRefusal(await peer.post(target), 400, target);
      }
    },
  },
  {
    ids: ["http.status.404", "http.status.404.ended", "session.gone.at-once"],
    title: "answers 404 for a session that it never had, and for one whose client is gone (S06)",
    async run({ start }) {
      const peer = await start();
      expectRefusal(await peer.post("/sse?sessionId=unknown"), 404);
      const { endpoint, connection } = await peer.open();
      connection.destroy();
      await until(() => peer.handler.sessionCount === 0, "the end of the session");
      expectRefusal(await peer.post(endpoint), 404);
    },
  },
  {
    ids: ["http.status.404.identical", "session.principal"],
    title: "gives unknown, ended and somebody else's session the same bytes",
    async run({ start }) {
      const peer = await start({ options: { authorize: authorizeByBearer } });
      const { endpoint } = await peer.open({ headers: bearer("alice") });
      const ended = await peer.open({ headers: bearer("alice") });
      ended.connection.destroy();
      await until(() => peer.handler.sessionCount === 1, "the end of the session");
      const at = endpoint.length - 1;
      const unknown = endpoint.slice(0, at) + (endpoint[at] === "A" ? "B" : "A");

      const answers: RawResponse[] = [
        await peer.post(unknown, { headers: bearer("alice") }),
        await peer.post(ended.endpoint, { headers: bearer("alice") }),
        await peer.post(endpoint, { headers: bearer("bob") }),
        await peer.post("/sse?sessionId=x", { headers: bearer("bob") }),
      ];
      expectRefusal(answers[0] as RawResponse, 404);
      expect(new Set(answers.map(withoutDate)).size).toBe(1);
      expect((await peer.post(endpoint, { headers: bearer("alice") })).status).toBe(202);
    },
  },
];

function withoutDate({ text, body }: RawResponse): string {
  return `${text.replace(/^date: .*$/im, "")}\n\n${body}`;
}
