// Twenty kinds of POST that no server should take, as bytes.

/** One kind: the whole request for a session's endpoint, and the status that answers it. */
export interface BadPost {
  readonly kind: string;
  readonly status: number;
  request(endpoint: string): Buffer;
}

const OK = '{"jsonrpc":"2.0","method":"notifications/x"}';
const JSON_TYPE = "content-type: application/json\r\n";

export const BAD_POSTS: readonly BadPost[] = [
  kind("no session ID", 400, () => post("/sse", JSON_TYPE, OK)),
  kind("two session IDs", 400, (to) => post(`${to}&sessionId=x`, JSON_TYPE, OK)),
  kind("an unknown session", 404, () =>
    post("/sse?sessionId=AAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA", JSON_TYPE, OK),
  ),
  kind("a session ID of 4 KiB", 404, () => post(`/sse?sessionId=${"A".repeat(4096)}`, JSON_TYPE, OK)),
  kind("text/plain", 415, (to) => post(to, "content-type: text/plain\r\n", OK)),
  kind("no type", 415, (to) => post(to, "", OK)),
  kind("another charset", 415, (to) => post(to, "content-type: application/json; charset=latin1\r\n", OK)),
  kind("gzip", 415, (to) => post(to, `${JSON_TYPE}content-encoding: gzip\r\n`, OK)),
  kind("an empty body", 400, (to) => post(to, JSON_TYPE, "")),
  kind("no JSON", 400, (to) => post(to, JSON_TYPE, "hello")),
  kind("half of JSON", 400, (to) => post(to, JSON_TYPE, '{"jsonrpc":')),
  kind("bytes that are not UTF-8", 400, (to) => post(to, JSON_TYPE, Buffer.from([0x22, 0xff, 0xfe, 0x22]))),
  kind("a batch", 400, (to) => post(to, JSON_TYPE, `[${OK}]`)),
  kind("nesting, 10 000 deep", 400, (to) => post(to, JSON_TYPE, "[".repeat(10_000) + "]".repeat(10_000))),
  kind("another version", 400, (to) => post(to, JSON_TYPE, '{"jsonrpc":"1.0","method":"x"}')),
  kind("an id that is an object", 400, (to) => post(to, JSON_TYPE, '{"jsonrpc":"2.0","id":{},"method":"x"}')),
  kind("a body of 5 MiB, declared", 413, (to) => head(to, `${JSON_TYPE}content-length: 5242880\r\n`)),
  kind("another Host", 403, (to) => post(to, JSON_TYPE, OK, "evil.example")),
  kind("another Origin", 403, (to) => post(to, `${JSON_TYPE}origin: https://evil.example\r\n`, OK)),
  kind("a target that is another host", 400, () => post("//evil.example/sse", JSON_TYPE, OK)),
];

function kind(name: string, status: number, request: (endpoint: string) => Buffer): BadPost {
  return { kind: name, status, request };
}

function post(target: string, headers: string, body: string | Buffer, host = "127.0.0.1"): Buffer {
  const bytes = Buffer.from(body as string);
  return Buffer.concat([head(target, `${headers}content-length: ${bytes.length}\r\n`, host), bytes]);
}

function head(target: string, headers: string, host = "127.0.0.1"): Buffer {
  return Buffer.from(`POST ${target} HTTP/1.1\r\nhost: ${host}\r\n${headers}\r\n`, "latin1");
}
