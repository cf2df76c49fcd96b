import { parsed } from "../checked-session.ts";
import { INITIALIZE } from "../context.ts";
import { expectStatus, expectThat, needs, type ServerCheck } from "../server-check.ts";
import { withUnknownId } from "../session-id.ts";

const MIB = 1024 * 1024;
const OVERSIZE = 24 * MIB;
/** A refusal that takes longer has waited for something. */
const AT_ONCE_MS = 2_000;
const MARK = "Zq7mark<script>9Xv";
const PING = '{"jsonrpc":"2.0","id":"p","method":"ping"}';

const badBody = (
  name: string,
  what: string,
  body: string | Uint8Array,
  ids: ServerCheck["ids"],
): ServerCheck => ({
  name: `refuse.${name}`,
  title: `answers 400 to ${what}, with a JSON-RPC error of id null, and lives on`,
  ids: [...ids, "session.post.not-read-as-error"],
  async run({ initialized }) {
    const session = await initialized();
    const answer = await session.post(body);
    expectStatus(answer, 400);
    const error = parsed(answer.body);
    expectThat(error?.id === null && "error" in error, "the body is no JSON-RPC error of id null");
    await session.call("alive", "ping");
    expectThat(session.seen.length === 2, "something about it came on the stream");
  },
});

/** Requests that a server has to refuse, each in its way. */
export const refusing: readonly ServerCheck[] = [
  badBody("bad-json", "a body that is not JSON", "{", [
    "http.status.400.json",
    "jsonrpc.error.not-on-stream",
  ]),
  badBody("not-a-message", "JSON that is no message", '{"hello":"world"}', ["http.status.400.message"]),
  badBody("batch", "a batch", `[${PING}]`, ["http.status.400.batch"]),
  badBody("null-id", "a request whose ID is null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', [
    "http.status.400.null-id",
  ]),
  badBody(
    "bad-utf8",
    "bytes that are not UTF-8",
    Buffer.from('{"jsonrpc":"2.0","id":"\xff","method":"ping"}', "latin1"),
    ["jsonrpc.utf8"],
  ),
  {
    name: "refuse.type",
    title: "answers 415 to a body that is not JSON by its type: what a form of any page can send",
    ids: ["http.status.415.type"],
    async run({ open }) {
      const session = await open();
      for (const contentType of ["text/plain", "application/x-www-form-urlencoded", ""]) {
        const what = contentType === "" ? "no Content-Type" : contentType;
        expectStatus(await session.post(INITIALIZE, { contentType }), 415, what);
      }
    },
  },
  {
    name: "refuse.encoding",
    title: "answers 415 to a body in a Content-Encoding",
    ids: ["http.status.415.encoding"],
    async run({ open }) {
      const session = await open();
      expectStatus(await session.post(INITIALIZE, { headers: [["Content-Encoding", "br"]] }), 415);
    },
  },
  {
    name: "refuse.oversize.declared",
    title: `answers 413 to a body of ${OVERSIZE / MIB} MiB before it has come`,
    ids: ["http.status.413.declared"],
    async run({ open, connect, wire }) {
      const session = await open();
      const connection = await connect();
      const headers = [
        ["Content-Type", "application/json"],
        ["Content-Length", String(OVERSIZE)],
      ] as const;
      connection.send({ method: "POST", target: session.target, headers });
      const answer = await connection.response();
      wire.came(answer, answer.body);
      expectStatus(answer, 413);
    },
  },
  {
    name: "refuse.oversize.streamed",
    title: `answers 413 to a body of ${OVERSIZE / MIB} MiB whose length it is not told, or cuts it`,
    ids: ["http.status.413.streamed", "session.post.bounded"],
    async run({ open, connect, wire, timeoutMs }) {
      const session = await open();
      const connection = await connect();
      const body = Buffer.alloc(OVERSIZE, " ");
      body.write(PING, OVERSIZE - PING.length);
      const headers = [["Content-Type", "application/json"] as const];
      wire.note(`> POST, ${OVERSIZE / MIB} MiB in chunks`);
      connection.send({ method: "POST", target: session.target, headers, body, chunkSize: 64 * 1024 });
      const answer = await connection.response(3 * timeoutMs).catch(() => undefined);
      // A server that cuts the connection while it is written to may take its answer along.
      if (answer === undefined) return;
      wire.came(answer, answer.body);
      expectStatus(answer, 413);
    },
  },
  {
    name: "refuse.no-session",
    title: "answers 400 to a POST without a session ID",
    ids: ["http.status.400.session-id"],
    async run({ open, request }) {
      const { endpoint } = await open();
      needs(endpoint.search !== "", "its session ID is not in the query");
      const headers = [["Content-Type", "application/json"] as const];
      expectStatus(await request({ method: "POST", target: endpoint.pathname, headers, body: PING }), 400);
    },
  },
  {
    name: "refuse.unknown-session",
    title: "answers 404 to a POST to a session that it does not know, at once",
    ids: ["http.status.404"],
    async run({ open }) {
      const [session, other] = [await open(), await open()];
      const target = withUnknownId(session.endpoint, other.endpoint);
      needs(target !== session.target, "its endpoints do not differ");
      const started = performance.now();
      const answer = await session.post(PING, { target });
      expectThat(performance.now() - started < AT_ONCE_MS, "the answer took its time");
      expectStatus(answer, 404);
    },
  },
  {
    name: "refuse.ended-session",
    title: "ends a session when its stream ends: a POST after it is answered 404",
    ids: ["http.status.404.ended", "session.gone.at-once"],
    async run({ initialized, timeoutMs }) {
      const session = await initialized();
      session.close();
      const until = performance.now() + timeoutMs;
      let status = 0;
      // The end of a connection takes a moment to be heard of.
      while (status !== 404 && performance.now() < until) {
        ({ status } = await session.post(PING));
        if (status !== 404) await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expectStatus({ status }, 404, "a POST after the end");
    },
  },
  {
    name: "refuse.no-echo",
    title: "repeats nothing of a bad request in its answer, and nothing of its own insides",
    ids: ["http.body.no-echo", "http.body.constant"],
    async run({ open, request, target }) {
      const session = await open();
      const headers = [["Content-Type", "application/json"] as const];
      const answers = [
        await session.post(`{"${MARK}": ${MARK}`),
        await session.post(JSON.stringify({ [MARK]: MARK })),
        await session.post(PING, { contentType: `text/${MARK.replace(/\W/g, "")}` }),
        await request({
          method: "POST",
          target: `${session.endpoint.pathname}?sessionId=${MARK.replace(/\W/g, "")}`,
          headers,
          body: PING,
        }),
        await request({ method: "PUT", target, headers, body: MARK }),
      ];
      const echo = answers.find(({ body }) => body.includes("Zq7mark"));
      expectThat(echo === undefined, "an answer holds what the request held");
      const inside = answers.find(({ body }) =>
        /\bat .*\.[cm]?[jt]s:\d|Traceback|node_modules|goroutine/.test(body),
      );
      expectThat(inside === undefined, "an answer shows where in the program it failed");
    },
  },
];
