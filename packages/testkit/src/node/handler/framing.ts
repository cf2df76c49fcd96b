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
    ids: ["http.status.202", "security.host.get-and-post"],
    title: "serves or refuses a request with 1 200 headers, and takes none for absent that decides",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const many = Array.from({ length: 1_200 }, (_, index) => [`x${index}`, "a"] as const);
      const post = { method: "POST", target: endpoint, body: PING };
      // Node 24 answers 431; others drop what is past the thousandth without a word.
      const first = await peer.request({ ...post, headers: [["Host", peer.host], JSON_TYPE, ...many] });
      expect([202, 431]).toContain(first.status);
      const hostLast = await peer.request({ ...post, headers: [JSON_TYPE, ...many, ["Host", peer.host]] });
      expect([202, 400, 403, 431]).toContain(hostLast.status);
      const evil = await peer.request({ ...post, headers: [["Host", "evil.example"], JSON_TYPE, ...many] });
      expect([403, 431]).toContain(evil.status);
      expect((await peer.post(endpoint)).status).toBe(202);
    },
  },
];
