import { expect } from "vitest";
import { within } from "../../patience.ts";
import { authorizeByBearer, expectRefusal, type HandlerCase, type Peer, PING } from "./context.ts";
import type { SessionSubject } from "./subject.ts";

const AUTHORIZED = "Authorization: Bearer alice";
const JSON_TYPE = "Content-Type: application/json";

/** What is refused before its body is looked at; `""` stands for the session's endpoint. */
const REFUSED: readonly (readonly [status: number, line: string, ...headers: string[]])[] = [
  [400, "POST //x HTTP/1.1", JSON_TYPE],
  [403, "POST /sse HTTP/1.1", "Host: evil.example", JSON_TYPE],
  [403, "POST /sse HTTP/1.1", "Origin: null", JSON_TYPE],
  [405, "PUT /sse HTTP/1.1", JSON_TYPE],
  [405, "DELETE /sse HTTP/1.1", JSON_TYPE],
  [400, "POST /sse HTTP/1.1", AUTHORIZED, JSON_TYPE],
  [401, "POST /sse?sessionId=x HTTP/1.1", JSON_TYPE],
  [404, "POST /sse?sessionId=x HTTP/1.1", AUTHORIZED, JSON_TYPE],
  [404, "", "Authorization: Bearer bob", JSON_TYPE],
  [415, "", AUTHORIZED, "Content-Type: text/plain"],
  [415, "", AUTHORIZED, JSON_TYPE, "Content-Encoding: br"],
  [413, "", AUTHORIZED, JSON_TYPE],
];

async function expectClosed(
  peer: Peer,
  endpoint: string,
  [status, line, ...headers]: (typeof REFUSED)[number],
): Promise<void> {
  const connection = await peer.connect();
  const host = headers.some((header) => header.startsWith("Host:")) ? [] : [`Host: ${peer.host}`];
  const first = line === "" ? `POST ${endpoint} HTTP/1.1` : line;
  connection.write(`${[first, ...host, ...headers, "Content-Length: 3000000"].join("\r\n")}\r\n\r\n{`);
  const what = `${first} with ${headers.join(", ")}`;
  const answer = await connection.response();
  expectRefusal(answer, status, what);
  expect(answer.header("connection"), what).toBe("close");
  await within(connection.ended, `the end of the connection after ${what}`);
}

/** Bodies that nobody reads to their end. */
export const unread: readonly HandlerCase[] = [
  {
    ids: ["security.connection-closes", "http.body.constant"],
    title: "closes the connection after every refusal that left a body unread",
    async run({ start }) {
      const peer = await start({ options: { authorize: authorizeByBearer, maxBodyBytes: 1_000 } });
      const { endpoint } = await peer.open({ headers: [["Authorization", "Bearer alice"]] });
      const rows = REFUSED.filter(([, line]) => !line.includes("//"));
      await Promise.all(rows.map((row) => expectClosed(peer, endpoint, row)));
      expect(peer.handler.sessionCount).toBe(1);
    },
  },
  {
    ids: ["security.connection-closes", "http.status.400.target"],
    title: "closes the connection after a bad target with a body, too",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      for (const row of REFUSED.filter(([, line]) => line.includes("//")))
        await expectClosed(peer, endpoint, row);
    },
  },
  {
    ids: ["security.connection-closes", "http.status.503.closed"],
    title: "closes the connection of a POST with a body once close has settled",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      await peer.handler.close();
      await expectClosed(peer, endpoint, [503, "", JSON_TYPE]);
    },
  },
  {
    ids: "security.connection-closes",
    title: "takes what comes after a refusal for the rest of its body, never for a request",
    rawOnly: true,
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const peer = await start({ accept: (session) => void sessions.push(session) });
      const { endpoint } = await peer.open();
      const connection = await peer.connect();
      const smuggled =
        `POST ${endpoint} HTTP/1.1\r\nHost: ${peer.host}\r\n${JSON_TYPE}\r\n` +
        `Content-Length: ${PING.length}\r\n\r\n${PING}`;
      connection.write(
        `POST /sse?sessionId=x HTTP/1.1\r\nHost: ${peer.host}\r\n${JSON_TYPE}\r\nContent-Length: 100000\r\n\r\n`,
      );
      expectRefusal(await connection.response(), 404);
      connection.write(smuggled);
      await within(connection.ended, "the end of the connection");
      const marked = PING.replace("1", "2");
      expect((await peer.post(endpoint, { body: marked })).status).toBe(202);
      expect(await sessions[0]?.read()).toEqual(JSON.parse(marked));
    },
  },
  {
    ids: "http.status.408",
    title: "answers 408 for a body that comes byte by byte and not in time, which each byte does not prolong",
    async run({ start }) {
      const peer = await start({ options: { bodyTimeoutMs: 150 } });
      const { endpoint } = await peer.open();
      const connection = await peer.connect();
      connection.write(
        `POST ${endpoint} HTTP/1.1\r\nHost: ${peer.host}\r\n${JSON_TYPE}\r\nContent-Length: 100000\r\n\r\n`,
      );
      const trickle = setInterval(() => connection.write(" "), 10);
      try {
        expectRefusal(await connection.response(), 408);
        await within(connection.ended, "the end of the connection");
      } finally {
        clearInterval(trickle);
      }
    },
  },
];
