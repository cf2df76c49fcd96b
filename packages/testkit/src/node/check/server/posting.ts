import { until } from "../../../patience.ts";
import { parsed } from "../checked-session.ts";
import { INITIALIZE } from "../context.ts";
import { expectStatus, expectThat, type ServerCheck } from "../server-check.ts";

const MIB = 1024 * 1024;
const ping = (id: unknown): string => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });

/** POSTs that a server has to take, and how each may be cut. */
export const posting: readonly ServerCheck[] = [
  {
    name: "post.accepted",
    title: "takes the POST of initialize with a 2xx",
    ids: ["session.get.opens", "http.status.202"],
    async run({ get }) {
      const { status } = await (await get()).post(INITIALIZE);
      expectThat(status >= 200 && status < 300, `initialize was answered ${status}`);
    },
  },
  {
    name: "post.status",
    title: "answers a POST that it takes with 202",
    ids: ["http.status.202"],
    async run({ open }) {
      expectStatus(await (await open()).post(INITIALIZE), 202, "initialize");
    },
  },
  {
    name: "post.answer-on-stream",
    title: "sends its response on the stream, as a message event",
    ids: ["session.message.event"],
    async run({ get }) {
      const session = await get();
      const answer = await session.post(INITIALIZE);
      await session.answer("kit-initialize");
      const event = session.seen.find(({ data }) => parsed(data)?.id === "kit-initialize");
      expectThat(
        event?.event === undefined || event.event === "message",
        `the event is of type ${event?.event ?? ""}`,
      );
      expectThat(!answer.body.includes("kit-initialize"), "the answer of the POST holds the response too");
    },
  },
  {
    name: "post.charset",
    title: "takes application/json with a charset of UTF-8",
    ids: ["session.content-type"],
    async run({ initialized }) {
      const session = await initialized();
      for (const contentType of ["application/json; charset=utf-8", 'application/json;charset="UTF-8"']) {
        const { status } = await session.post(ping(contentType), { contentType });
        expectThat(status < 300, `${contentType} was answered ${status}`);
        await session.answer(contentType);
      }
    },
  },
  {
    name: "post.chunked",
    title: "takes a body in chunks, wherever they are cut",
    ids: ["http.request.chunked", "connection.payload"],
    async run({ initialized }) {
      const session = await initialized();
      const id = "é中😀";
      for (const chunkSize of [1, 7]) {
        const { status } = await session.post(ping(id + chunkSize), { chunkSize });
        expectThat(status < 300, `chunks of ${chunkSize} were answered ${status}`);
        await session.answer(id + chunkSize);
      }
    },
  },
  {
    name: "post.split",
    title: "takes a request that comes byte by byte",
    ids: ["session.get.opens"],
    async run({ initialized, connect, url, wire, ownHeaders }) {
      const session = await initialized();
      const body = ping("split");
      const connection = await connect();
      const head = `POST ${session.target} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${ownHeaders}\r\n`;
      wire.note("> POST, a byte at a time");
      for (const byte of head + body) {
        connection.write(byte);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const answer = await connection.response();
      wire.came(answer, answer.body);
      expectThat(answer.status < 300, `it was answered ${answer.status}`);
      await session.answer("split");
    },
  },
  {
    name: "post.pipelined",
    title: "answers POSTs that follow each other on one connection in their order",
    ids: ["http.request.pipelined"],
    async run({ initialized, connect, wire }) {
      const session = await initialized();
      const connection = await connect();
      const headers = [["Content-Type", "application/json"] as const];
      // The second is refused, so that the order of the answers can be seen.
      for (const body of [ping("first"), "{", ping("third")]) {
        const post = { method: "POST", target: session.target, headers, body };
        connection.send(post);
      }
      const statuses: number[] = [];
      for (let n = 0; n < 3; n++) {
        const answer = await connection.response();
        wire.came(answer, answer.body);
        statuses.push(answer.status);
      }
      const [first = 0, second = 0, third = 0] = statuses;
      expectThat(first < 300 && second >= 400 && third < 300, `the answers were ${statuses.join(", ")}`);
      await session.answer("first");
      await session.answer("third");
    },
  },
  {
    name: "post.expect",
    title: "answers Expect: 100-continue without waiting for the body",
    ids: ["http.request.expect"],
    async run({ initialized, connect, url, wire, ownHeaders, timeoutMs }) {
      const session = await initialized();
      const body = ping("expected");
      const connection = await connect();
      wire.note("> POST with Expect: 100-continue, and its body after the answer");
      connection.write(
        `POST ${session.target} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n${ownHeaders}\r\n`,
      );
      await until(() => connection.firstChunk.length > 0, "an interim answer", timeoutMs);
      expectThat(connection.firstChunk.includes("HTTP/1.1 100"), "it did not say 100 Continue");
      connection.write(body);
      const answer = await connection.response();
      wire.came(answer, answer.body);
      expectThat(answer.status < 300, `it was answered ${answer.status}`);
      await session.answer("expected");
    },
  },
  {
    name: "post.leading-line",
    title: "ignores an empty line before a request",
    ids: ["http.request.leading-line"],
    async run({ initialized, connect, wire }) {
      const session = await initialized();
      const connection = await connect();
      const headers = [["Content-Type", "application/json"] as const];
      const post = { method: "POST", target: session.target, headers, body: ping("after a line") };
      wire.note("> an empty line");
      connection.write("\r\n");
      connection.send(post);
      const answer = await connection.response();
      wire.came(answer, answer.body);
      expectThat(answer.status < 300, `it was answered ${answer.status}`);
      await session.answer("after a line");
    },
  },
  {
    name: "post.large",
    title: "takes a message of 1 MiB",
    ids: ["connection.payload"],
    async run({ initialized }) {
      const session = await initialized();
      const params = { _meta: { padding: "x".repeat(MIB) } };
      const body = JSON.stringify({ jsonrpc: "2.0", id: "large", method: "ping", params });
      const { status } = await session.post(body);
      expectThat(status < 300, `it was answered ${status}`);
      await session.answer("large");
    },
  },
  {
    name: "message.large",
    title: "sends a message of 1 MiB whole",
    ids: ["connection.payload", "session.write.whole"],
    async run({ initialized }) {
      const session = await initialized();
      // The only thing that every server sends back as it came is an ID.
      const id = "0123456789abcdé中".repeat(MIB / 16);
      const { status } = await session.post(ping(id));
      expectThat(status < 300, `it was answered ${status}`);
      await session.answer(id);
    },
  },
];
