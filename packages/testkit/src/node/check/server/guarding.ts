import { expectRefused, expectStatus, expectThat, needs, type ServerCheck } from "../server-check.ts";

const PING = '{"jsonrpc":"2.0","id":"p","method":"ping"}';

/** Whom a server lets in, by method, name, origin and token. */
export const guarding: readonly ServerCheck[] = [
  {
    name: "refuse.method",
    title: "answers 405 to PUT and DELETE",
    ids: ["http.status.405"],
    async run({ headOf, target }) {
      for (const method of ["PUT", "DELETE"]) expectStatus(await headOf({ method, target }), 405, method);
    },
  },
  {
    name: "refuse.allow",
    title: "says which methods it has, where it answers 405",
    ids: ["http.status.405.allow"],
    async run({ headOf, target }) {
      const { status, header } = await headOf({ method: "PUT", target });
      needs(status === 405, "it does not answer 405");
      const allow = header("allow") ?? "absent";
      expectThat(/\bGET\b/.test(allow), `Allow is ${allow}`);
    },
  },
  {
    name: "refuse.head",
    title: "answers HEAD, and ends the answer",
    ids: ["http.head.no-content"],
    async run({ connect, target, wire, timeoutMs }) {
      const connection = await connect();
      const isAnswered = async (): Promise<boolean> => {
        connection.send({ method: "HEAD", target });
        const answer = await connection.response(timeoutMs / 2).catch(() => undefined);
        if (answer !== undefined) wire.came(answer);
        return answer !== undefined;
      };
      expectThat(await isAnswered(), "HEAD was not answered");
      // Whatever closed the connection has ended the answer.
      const isNext = await Promise.race([isAnswered(), connection.ended.then(() => true)]);
      expectThat(isNext, "the connection waits for the end of a stream");
    },
  },
  {
    name: "refuse.unauthorized",
    title: "answers 401 with WWW-Authenticate to who has no token",
    ids: ["http.status.401"],
    async run({ get, options, connect, target, url, wire }) {
      const names = Object.keys(options.headers ?? {}).filter((name) => /^authorization$/i.test(name));
      needs(names.length > 0, "it was reached without Authorization");
      const connection = await connect();
      wire.note("> GET without Authorization");
      connection.write(`GET ${target} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/event-stream\r\n\r\n`);
      const { head } = await connection.answer();
      wire.came(head);
      expectStatus(head, 401);
      expectThat(head.header("www-authenticate") !== undefined, "WWW-Authenticate is absent");
      expectStatus((await get()).head, 200, "the GET with it");
    },
  },
  {
    name: "refuse.two-hosts",
    title: "answers 400 to two Host headers",
    ids: ["http.status.400.hosts"],
    async run({ headOf, target, url }) {
      const headers = [
        ["Host", url.host],
        ["Host", "evil.example"],
      ] as const;
      expectStatus(await headOf({ target, headers }), 400);
    },
  },
  {
    name: "refuse.foreign-host",
    title: "refuses a Host that is not its own, on GET and POST: what a rebound page sends",
    ids: ["http.status.403.host", "security.host.get-and-post"],
    async run({ open, request, headOf, target }) {
      const session = await open();
      const headers = [["Host", "evil.example"] as const];
      expectRefused(await headOf({ target, headers }), "the GET");
      const post = [...headers, ["Content-Type", "application/json"] as const];
      expectRefused(
        await request({ method: "POST", target: session.target, headers: post, body: PING }),
        "the POST",
      );
    },
  },
  {
    name: "refuse.foreign-origin",
    title: "refuses the Origin of another site, on GET and POST",
    ids: ["http.status.403.origin"],
    async run({ open, request, headOf, target }) {
      const session = await open();
      for (const origin of ["https://evil.example", "null"]) {
        const headers = [["Origin", origin] as const];
        expectRefused(await headOf({ target, headers }), `a GET from ${origin}`);
        const post = [...headers, ["Content-Type", "application/json"] as const];
        const answer = await request({ method: "POST", target: session.target, headers: post, body: PING });
        expectRefused(answer, `a POST from ${origin}`);
      }
    },
  },
  {
    name: "refuse.preflight",
    title: "lets no other site read its answers",
    ids: ["security.cors.off", "security.cors.exact"],
    async run({ request, target }) {
      const headers = [
        ["Origin", "https://evil.example"],
        ["Access-Control-Request-Method", "POST"],
        ["Access-Control-Request-Headers", "content-type"],
      ] as const;
      const answer = await request({ method: "OPTIONS", target, headers });
      const allowed = answer.header("access-control-allow-origin");
      expectThat(allowed === undefined, `Access-Control-Allow-Origin is ${allowed ?? ""}`);
    },
  },
  {
    name: "host.loopback",
    title: "takes its own name in any case, if it is localhost",
    ids: ["security.host.loopback"],
    async run({ headOf, target, url }) {
      needs(/^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname), "it is not on loopback");
      for (const host of [`localhost:${url.port}`, `LOCALHOST:${url.port}`, `127.0.0.1:${url.port}`]) {
        const head = await headOf({ target, headers: [["Host", host]] });
        expectStatus(head, 200, `Host: ${host.replace(/:\d*$/, "")}`);
      }
    },
  },
];
