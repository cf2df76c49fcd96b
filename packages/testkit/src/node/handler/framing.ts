import { expect } from "vitest";
import { staysPending } from "../../patience.ts";
import { expectRefusal, type HandlerCase, PING, SSE_PATH } from "./context.ts";
import type { SessionSubject } from "./subject.ts";

const JSON_TYPE = ["Content-Type", "application/json"] as const;

/** How a body's length must not be told. */
const BAD_LENGTHS = [
  "Content-Length: 99999999999999999999",
  "Content-Length: -1",
  "Content-Length: 0x10",
  "Content-Length: 40\r\nContent-Length: 41",
  "Content-Length: 40\r\nTransfer-Encoding: chunked",
  "Transfer-Encoding: gzip, chunked, identity",
];

/** Lengths, chunks, trailers and pipelines: where one request ends and the next begins. */
export const framing: readonly HandlerCase[] = [
  {
    ids: "http.status.415.type",
    title: "answers 415 for more than one Content-Type or coding, whichever is first",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      for (const [name, ...values] of [
        ["Content-Type", "application/json", "text/plain"],
        ["Content-Type", "text/plain", "application/json"],
        ["Content-Encoding", "identity", "gzip"],
        ["Content-Encoding", "gzip", "identity"],
      ] as const) {
        const headers = [
          ...(name === "Content-Type" ? [] : [JSON_TYPE]),
          ...values.map((v) => [name, v] as const),
        ];
        const answer = await peer.request({ method: "POST", target: endpoint, headers, body: PING });
        expectRefusal(answer, 415, `${name}: ${values.join(" and ")}`);
      }
    },
  },
  {
    ids: "session.post.bounded",
    title: "counts a body in bytes, not in characters",
    async run({ start }) {
      const body = '{"jsonrpc":"2.0","id":"é😀","method":"ping"}';
      const bytes = new TextEncoder().encode(body).byteLength;
      for (const [maxBodyBytes, status] of [
        [bytes, 202],
        [bytes - 1, 413],
      ] as const) {
        const peer = await start({ options: { maxBodyBytes } });
        const { endpoint } = await peer.open();
        for (const chunkSize of [undefined, 16]) {
          const answer = await peer.request({
            method: "POST",
            target: endpoint,
            headers: [JSON_TYPE],
            body,
            chunkSize,
          });
          expect(answer.status, `${maxBodyBytes} bytes`).toBe(status);
        }
      }
    },
  },
  {
    ids: "session.post.bounded",
    title: "takes nothing into a session of a body whose length is told wrong, twice or in two ways",
    rawOnly: true,
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const peer = await start({ accept: (session) => void sessions.push(session) });
      const { endpoint } = await peer.open();
      for (const length of BAD_LENGTHS) {
        const connection = await peer.connect();
        connection.write(
          `POST ${endpoint} HTTP/1.1\r\nHost: ${peer.host}\r\nContent-Type: application/json\r\n${length}\r\n\r\n${PING}`,
        );
        expect([400, 413, 501], length).toContain((await connection.response()).status);
        connection.destroy();
      }
      expect(await staysPending(sessions[0]?.read() ?? Promise.resolve(), 50)).toBe(true);
      expect((await peer.post(endpoint)).status).toBe(202);
    },
  },
  {
    ids: ["http.status.202", "security.origin.exact"],
    title: "takes no header from a trailer",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const post = async (type: string, trailers: string): Promise<number> => {
        const connection = await peer.connect();
        connection.write(
          `POST ${endpoint} HTTP/1.1\r\nHost: ${peer.host}\r\n${type}Transfer-Encoding: chunked\r\n\r\n` +
            `${PING.length.toString(16)}\r\n${PING}\r\n0\r\n${trailers}\r\n`,
        );
        return (await connection.response()).status;
      };
      const json = "Content-Type: application/json\r\n";
      const evil = "Host: evil.example\r\nOrigin: http://evil.example\r\nContent-Encoding: gzip\r\n";
      expect(await post(json, evil)).toBe(202);
      expect(await post("", json)).toBe(415);
    },
  },
  {
    ids: "http.order",
    title: "answers pipelined requests each by itself, in their order",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const connection = await peer.connect();
      const good = { method: "POST", target: endpoint, headers: [JSON_TYPE], body: PING };
      connection.send(good);
      connection.send({ target: SSE_PATH, headers: [["Host", "evil.example"]] });
      connection.send({ method: "PROPFIND", target: SSE_PATH });
      connection.send({ target: "//evil.example" });
      connection.send({ target: SSE_PATH, headers: [["Origin", "null"]] });
      connection.send({ method: "POST", target: SSE_PATH });
      connection.send(good);
      const statuses: number[] = [];
      for (let count = 0; count < 7; count++) statuses.push((await connection.response()).status);
      expect(statuses).toEqual([202, 403, 405, 400, 403, 400, 202]);
      expect(peer.handler.sessionCount).toBe(1);
    },
  },
  {
    ids: "security.host.missing",
    title: "answers 403 for a POST of HTTP/1.0 without Host, and takes one that has it",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const post = { method: "POST", target: endpoint, body: PING, version: "1.0" } as const;
      expectRefusal(await peer.request({ ...post, headers: [JSON_TYPE] }), 403);
      const named = await peer.request({ ...post, headers: [JSON_TYPE, ["Host", peer.host]] });
      expect(named.status).toBe(202);
    },
  },
  {
    ids: ["http.status.431", "http.refused-get.no-session"],
    title: "answers 431 for 1 000 headers and more, whatever is in the last of them, on GET and POST",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const sessions = peer.handler.sessionCount;
      const host = ["Host", peer.host] as const;
      // Node 20 looks for a Host itself.
      const noHost = await peer.request({ target: SSE_PATH, headers: [...manyHeaders(1_001), host] });
      expect([400, 431]).toContain(noHost.status);
      for (const [what, first, last] of [
        ["nothing wrong", [host, JSON_TYPE], ["X-Last", "a"]],
        ["a second Host", [host, JSON_TYPE], ["Host", "evil.example"]],
        ["a foreign Host first", [["Host", "evil.example"], JSON_TYPE], ["X-Last", "a"]],
        ["a foreign Origin", [host, JSON_TYPE], ["Origin", "http://evil.example"]],
        ["a second Content-Type", [host, JSON_TYPE], ["Content-Type", "text/plain"]],
        ["a Content-Encoding", [host, JSON_TYPE], ["Content-Encoding", "gzip"]],
        ["an Accept that excludes the stream", [host, JSON_TYPE], ["Accept", "text/html"]],
      ] as const) {
        for (const count of [1_000, 1_001, 1_200]) {
          const many = manyHeaders(count - first.length - 1);
          const headers = [...first, ...many, last];
          const get = await peer.request({ target: SSE_PATH, headers });
          expect(get.status, `GET, ${count} headers, last ${what}`).toBe(431);
          // The length of its body is one more.
          const post = await peer.request({
            method: "POST",
            target: endpoint,
            headers: [...headers.slice(0, -2), last],
            body: PING,
          });
          expect(post.status, `POST, ${count} headers, last ${what}`).toBe(431);
        }
      }
      expect(peer.handler.sessionCount).toBe(sessions);
      expect((await peer.post(endpoint)).status).toBe(202);
    },
  },
  {
    ids: ["http.status.403.origin", "http.status.415.encoding", "security.host.get-and-post"],
    title: "looks at the last of 999 headers",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const answer = async (last: readonly [string, string], body?: string): Promise<number> => {
        const host = ["Host", peer.host] as const;
        const many = manyHeaders(999 - (body === undefined ? 2 : 4));
        const headers = body === undefined ? [host, ...many, last] : [host, JSON_TYPE, ...many, last];
        const request =
          body === undefined ? { target: SSE_PATH } : { method: "POST", target: endpoint, body };
        return (await peer.request({ ...request, headers })).status;
      };
      expect(await answer(["X-Last", "a"], PING)).toBe(202);
      expect(await answer(["Origin", "http://evil.example"])).toBe(403);
      expect(await answer(["Origin", "http://evil.example"], PING)).toBe(403);
      expect(await answer(["Host", "evil.example"])).toBe(400);
      expect(await answer(["Host", "evil.example"], PING)).toBe(400);
      expect(await answer(["Content-Encoding", "gzip"], PING)).toBe(415);
      expect(await answer(["Content-Type", "text/plain"], PING)).toBe(415);
      expect(await answer(["Accept", "text/html"])).toBe(406);
    },
  },
];

function manyHeaders(count: number): readonly (readonly [name: string, value: string])[] {
  return Array.from({ length: count }, (_, index) => [`x${index}`, "a"] as const);
}
