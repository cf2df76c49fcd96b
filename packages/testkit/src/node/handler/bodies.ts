import { expect } from "vitest";
import { within } from "../../patience.ts";
import { expectRefusal, type HandlerCase, PING } from "./context.ts";

const MAX_BODY_BYTES = 256;

const JSON_TYPE = [["Content-Type", "application/json"]] as const;

const TAKEN_TYPES = [
  "application/json",
  "Application/JSON",
  "application/json;charset=utf-8",
  "application/json; charset=UTF-8",
  'application/json; charset="utf-8"',
  "application/json; profile=x",
  'application/json ; a="b;c" ; charset=utf-8',
  "application/json;",
];

const REFUSED_TYPES = [
  undefined,
  "",
  "json",
  "application",
  "/json",
  "*/*",
  "application/*",
  "text/plain",
  "text/json",
  "text/event-stream",
  "application/jsonp",
  "application/json5",
  "application/json-rpc",
  "application/vnd.api+json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain; application/json",
  "text/plain, application/json",
  "application/json, text/plain",
  "application/json text/plain",
  "application/json; charset=utf-16",
  "application/json; charset=iso-8859-1",
  'application/json; charset="utf-16"',
  "application/json; charset=utf-8; charset=utf-16",
  "application/javascript",
];

/** A ping of exactly `size` bytes. */
function pingOf(size: number): string {
  const empty = '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"p":""}}';
  return empty.replace('""', `"${"x".repeat(size - empty.length)}"`);
}

/** What a body may be: 408, 413, 415. */
export const bodies: readonly HandlerCase[] = [
  {
    ids: ["session.content-type", "http.status.202"],
    title: "takes application/json with any parameters, charset utf-8 or none",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      for (const type of TAKEN_TYPES) {
        expect((await peer.post(endpoint, { headers: [["Content-Type", type]] })).status, type).toBe(202);
      }
    },
  },
  {
    ids: "http.status.415.type",
    title: "answers 415 for every other content type, also when the body is a message",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      for (const type of REFUSED_TYPES) {
        const answer = await peer.request({
          method: "POST",
          target: endpoint,
          headers: type === undefined ? [] : [["Content-Type", type]],
          body: PING,
        });
        expectRefusal(answer, 415, type ?? "none");
      }
    },
  },
  {
    ids: "http.status.415.encoding",
    title: "answers 415 for a Content-Encoding other than identity",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      for (const encoding of ["gzip", "br", "deflate", "x-own", "identity, gzip", "gzip, identity", "*"]) {
        const answer = await peer.post(endpoint, { headers: [["Content-Encoding", encoding]] });
        expectRefusal(answer, 415, encoding);
      }
      for (const encoding of ["identity", "Identity"]) {
        const answer = await peer.post(endpoint, { headers: [["Content-Encoding", encoding]] });
        expect(answer.status, encoding).toBe(202);
      }
    },
  },
  {
    ids: ["http.status.413.declared", "session.post.bounded"],
    title: "answers 413 for a declared length past the limit, and takes one of exactly the limit",
    async run({ start }) {
      const peer = await start({ options: { maxBodyBytes: MAX_BODY_BYTES } });
      const { endpoint } = await peer.open();
      for (const size of [MAX_BODY_BYTES - 1, MAX_BODY_BYTES]) {
        expect((await peer.post(endpoint, { body: pingOf(size) })).status, `${size} bytes`).toBe(202);
      }
      expectRefusal(await peer.post(endpoint, { body: pingOf(MAX_BODY_BYTES + 1) }), 413);
    },
  },
  {
    ids: ["http.status.413.streamed", "session.post.bounded"],
    title: "answers 413 for a body in chunks that passes the limit, and takes one of exactly the limit",
    async run({ start }) {
      const peer = await start({ options: { maxBodyBytes: MAX_BODY_BYTES } });
      const { endpoint } = await peer.open();
      for (const [size, status] of [
        [MAX_BODY_BYTES - 1, 202],
        [MAX_BODY_BYTES, 202],
        [MAX_BODY_BYTES + 1, 413],
      ] as const) {
        const answer = await peer.request({
          method: "POST",
          target: endpoint,
          headers: JSON_TYPE,
          body: pingOf(size),
          chunkSize: 64,
        });
        if (status === 413) expectRefusal(answer, 413);
        else expect(answer.status, `${size} bytes`).toBe(status);
      }
    },
  },
  {
    ids: ["http.status.413.declared", "http.status.413.streamed", "security.connection-closes"],
    title: "answers 413 before the body is there, and closes the connection",
    async run({ start }) {
      const peer = await start({ options: { maxBodyBytes: MAX_BODY_BYTES } });
      const { endpoint } = await peer.open();
      const start413 = `POST ${endpoint} HTTP/1.1\r\nHost: ${peer.host}\r\nContent-Type: application/json\r\n`;
      for (const rest of [
        "Content-Length: 1000000\r\n\r\n",
        `Transfer-Encoding: chunked\r\n\r\n200\r\n${"x".repeat(0x200)}\r\n`,
      ]) {
        const connection = await peer.connect();
        connection.write(start413 + rest);
        expectRefusal(await connection.response(), 413, rest.slice(0, 20));
        await within(connection.ended, "the end of the connection");
      }
    },
  },
  {
    ids: ["http.status.408", "security.connection-closes"],
    title: "answers 408 for a body that does not come in time, and closes the connection",
    async run({ start }) {
      const peer = await start({ options: { bodyTimeoutMs: 100 } });
      const { endpoint } = await peer.open();
      const connection = await peer.connect();
      connection.write(
        `POST ${endpoint} HTTP/1.1\r\nHost: ${peer.host}\r\nContent-Type: application/json\r\n` +
          `Content-Length: 100\r\n\r\n{"jsonrpc"`,
      );
      expectRefusal(await connection.response(), 408);
      await within(connection.ended, "the end of the connection");
    },
  },
  {
    ids: "security.connection-closes",
    title: "closes the connection after a refusal that left a body unread",
    async run({ start }) {
      const peer = await start();
      for (const target of ["/sse?sessionId=unknown", "/sse"]) {
        const connection = await peer.connect();
        connection.write(
          `POST ${target} HTTP/1.1\r\nHost: ${peer.host}\r\nContent-Type: application/json\r\n` +
            "Content-Length: 3000000\r\n\r\n{",
        );
        const { status } = await connection.response();
        expect(status).toBe(target === "/sse" ? 400 : 404);
        await within(connection.ended, "the end of the connection");
      }
    },
  },
  {
    ids: "http.status.202",
    title: "takes a body cut into single bytes, with trailers, and pipelined requests in their order",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const connection = await peer.connect();
      const post = { method: "POST", target: endpoint, headers: JSON_TYPE, body: PING };
      connection.send({ ...post, chunkSize: 1 });
      connection.send(post);
      connection.write(
        `POST ${endpoint} HTTP/1.1\r\nHost: ${peer.host}\r\nContent-Type: application/json\r\n` +
          `Transfer-Encoding: chunked\r\nTrailer: X-End\r\n\r\n` +
          `${PING.length.toString(16)}\r\n${PING}\r\n0\r\nX-End: 1\r\n\r\n`,
      );
      connection.send({ ...post, target: "/sse?sessionId=unknown" });
      const statuses: number[] = [];
      for (let count = 0; count < 4; count++) statuses.push((await connection.response()).status);
      expect(statuses).toEqual([202, 202, 202, 404]);
    },
  },
];
