import { expect } from "vitest";
import type { Case } from "../../case.ts";
import { connectRaw, type RawConnection } from "../http/raw-connection.ts";
import type { RawRequest } from "../http/raw-request.ts";
import type { RawResponse } from "../http/raw-response.ts";
import type { RawStream } from "../http/raw-stream.ts";
import type { HandlerSetup, ServedHandler } from "./subject.ts";

/** What a case of the suite works with. */
export interface HandlerContext {
  /** Serves a handler of its own for the case. */
  start(setup?: HandlerSetup): Promise<Peer>;
}

/** A case of the suite; `rawOnly` where a web Request cannot carry what it sends. */
export interface HandlerCase extends Case<HandlerContext> {
  readonly rawOnly?: boolean;
}

type Headers = readonly (readonly [name: string, value: string])[];

/** A session as its client sees it. */
export interface OpenedSession {
  /** The target to POST to. */
  readonly endpoint: string;
  readonly stream: RawStream;
  readonly connection: RawConnection;
}

/** A client of one handler. */
export interface Peer {
  readonly handler: ServedHandler["handler"];
  /** `127.0.0.1:PORT` */
  readonly host: string;
  connect(): Promise<RawConnection>;
  /** Sends one request on a connection of its own and reads the answer. */
  request(request: RawRequest): Promise<RawResponse>;
  /** POSTs JSON; a ping when no body is given. */
  post(target: string, options?: { body?: string; headers?: Headers }): Promise<RawResponse>;
  /** GETs the stream and reads the endpoint event; fails when there is none. */
  open(options?: { target?: string; headers?: Headers }): Promise<OpenedSession>;
}

/** Where the suite GETs; a handler takes any path. */
export const SSE_PATH = "/sse";

export const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

const JSON_TYPE: Headers = [["Content-Type", "application/json"]];

/** A client of a served handler; `cleanups` collects what it opens. */
export function createPeer(served: ServedHandler, cleanups: (() => void)[]): Peer {
  async function connect(): Promise<RawConnection> {
    const connection = await connectRaw(served.url);
    cleanups.push(() => connection.destroy());
    return connection;
  }

  async function request(init: RawRequest): Promise<RawResponse> {
    const connection = await connect();
    connection.send(init);
    try {
      return await connection.response();
    } finally {
      connection.destroy();
    }
  }

  return {
    handler: served.handler,
    host: served.url.host,
    connect,
    request,
    post: (target, { body = PING, headers = [] } = {}) =>
      request({
        method: "POST",
        target,
        body,
        headers: hasType(headers) ? headers : [...JSON_TYPE, ...headers],
      }),
    async open({ target = SSE_PATH, headers = [] } = {}) {
      const connection = await connect();
      connection.send({ target, headers });
      const stream = await connection.stream();
      expect(stream.head.status).toBe(200);
      const first = await stream.next();
      expect(first?.event).toBe("endpoint");
      return { endpoint: first?.data ?? "", stream, connection };
    },
  };
}

function hasType(headers: Headers): boolean {
  return headers.some(([name]) => name.toLowerCase() === "content-type");
}

/** Asks for one of the principals `alice` and `bob` by bearer token; refuses `blocked` and everybody else. */
export function authorizeByBearer(request: {
  readonly headers: globalThis.Headers;
}): { principal: string } | { refuse: 401 | 403; wwwAuthenticate: string } {
  const token = request.headers.get("authorization")?.replace(/^Bearer /, "");
  if (token === "alice" || token === "bob") return { principal: token };
  return { refuse: token === "blocked" ? 403 : 401, wwwAuthenticate: 'Bearer realm="mcp"' };
}

/** The header that makes the request somebody's. */
export function bearer(token: string): readonly (readonly [string, string])[] {
  return [["Authorization", `Bearer ${token}`]];
}

/** Fails unless an answer is a refusal of constant text with this status. */
export function expectRefusal(answer: RawResponse, status: number, what = "the answer"): void {
  expect(answer.status, what).toBe(status);
  expect(answer.header("content-type"), what).toMatch(/^text\/plain\b/);
  expect(answer.header("x-content-type-options"), what).toBe("nosniff");
}

/** Fails unless an answer is 400 with a JSON-RPC error of id null. */
export function expectRpcError(answer: RawResponse, rpcCode: number, what = "the answer"): void {
  expect(answer.status, what).toBe(400);
  expect(answer.header("content-type"), what).toMatch(/^application\/json\b/);
  expect(answer.header("x-content-type-options"), what).toBe("nosniff");
  expect(JSON.parse(answer.body), what).toEqual({
    jsonrpc: "2.0",
    id: null,
    error: expect.objectContaining({ code: rpcCode, message: expect.any(String) }),
  });
}
