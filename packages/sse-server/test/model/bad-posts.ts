// POSTs that must not reach a session, of every kind, as bytes.

import { LIMITS } from "./limits.ts";

/** Where among the checks a POST is refused: what is closed or unknown is found out in between. */
type Stage = "guard" | "parameter" | "session";

export interface BadPost {
  readonly kind: string;
  readonly stage: Stage;
  readonly status: number;
  /** Waits for the body's deadline. */
  readonly slow?: boolean;
  /** @param endpoint - the session's own target. */
  bytes(endpoint: string): string;
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const HOST = "Host: localhost";
const ALICE = "Authorization: alice";
const JSON_TYPE = "Content-Type: application/json";

/** A request of its parts. */
export function request(line: string, headers: readonly string[], body?: string): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body, "latin1")}`];
  return `${[line, ...headers, ...length].join("\r\n")}\r\n\r\n${body ?? ""}`;
}

/** A POST that nothing is wrong with. */
export function goodPost(endpoint: string, id: number): string {
  const body = `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
  return request(`POST ${endpoint} HTTP/1.1`, [HOST, ALICE, JSON_TYPE], body);
}

function post(endpoint: string, body: string, headers: readonly string[] = [HOST, ALICE, JSON_TYPE]): string {
  return request(`POST ${endpoint} HTTP/1.1`, headers, body);
}

function bad(
  kind: string,
  stage: Stage,
  status: number,
  bytes: (endpoint: string) => string,
  slow = false,
): BadPost {
  return { kind, stage, status, bytes, slow };
}

function withBody(kind: string, body: string): BadPost {
  return bad(kind, "session", 400, (endpoint) => post(endpoint, body));
}

function withHeaders(kind: string, stage: Stage, status: number, ...headers: string[]): BadPost {
  return bad(kind, stage, status, (endpoint) => post(endpoint, PING, headers));
}

const large = "x".repeat(LIMITS.maxBodyBytes + 1);
const chunked = [HOST, ALICE, JSON_TYPE, "Transfer-Encoding: chunked"];

/** Every kind. */
export const BAD_POSTS: readonly BadPost[] = [
  withBody("no JSON", "{"),
  withBody("nothing", ""),
  withBody("no UTF-8", '"\xff\xfe"'),
  withBody("a batch", `[${PING}]`),
  withBody("an id of null", '{"jsonrpc":"2.0","id":null,"method":"ping"}'),
  withBody("no message", '{"jsonrpc":"2.0"}'),
  withHeaders("text", "session", 415, HOST, ALICE, "Content-Type: text/plain"),
  withHeaders("no type", "session", 415, HOST, ALICE),
  withHeaders("two types", "session", 415, HOST, ALICE, JSON_TYPE, "Content-Type: text/plain"),
  withHeaders("another charset", "session", 415, HOST, ALICE, `${JSON_TYPE}; charset=utf-16`),
  withHeaders("a coding", "session", 415, HOST, ALICE, JSON_TYPE, "Content-Encoding: gzip"),
  bad("a body too large, declared", "session", 413, (endpoint) => post(endpoint, large)),
  bad("a body too large, streamed", "session", 413, (endpoint) =>
    request(`POST ${endpoint} HTTP/1.1`, chunked, undefined).concat(
      `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
    ),
  ),
  bad(
    "half a body",
    "session",
    408,
    (endpoint) =>
      request(`POST ${endpoint} HTTP/1.1`, [HOST, ALICE, JSON_TYPE, "Content-Length: 99"]).concat("{"),
    true,
  ),
  bad("no session ID", "parameter", 400, () => post("/sse", PING)),
  bad("two session IDs", "parameter", 400, (endpoint) => post(`${endpoint}&sessionid=x`, PING)),
  bad("an unknown session ID", "parameter", 404, () => post("/sse?sessionId=x", PING)),
  withHeaders("nobody's credentials", "parameter", 401, HOST, JSON_TYPE),
  withHeaders("somebody else's credentials", "parameter", 404, HOST, "Authorization: bob", JSON_TYPE),
  withHeaders("a foreign Host", "guard", 403, "Host: evil.example", ALICE, JSON_TYPE),
  withHeaders("a foreign Origin", "guard", 403, HOST, "Origin: http://evil.example", ALICE, JSON_TYPE),
  bad("another method", "guard", 405, (endpoint) => request(`PUT ${endpoint} HTTP/1.1`, [HOST, ALICE], PING)),
];
