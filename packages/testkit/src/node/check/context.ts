// What one check works with, and the end of all that it opened.

import { connectRaw, type RawConnection } from "../http/raw-connection.ts";
import type { RawRequest } from "../http/raw-request.ts";
import type { RawHead, RawResponse } from "../http/raw-response.ts";
import { type CheckedSession, type OpenOptions, openSession } from "./checked-session.ts";
import { type CheckContext, CheckNotRun, type CheckServerOptions, expectThat } from "./server-check.ts";
import { createWireLog, type WireLog } from "./wire-log.ts";

const DEFAULT_TIMEOUT_MS = 5_000;

/** The message that opens a conversation. */
export const INITIALIZE: string = JSON.stringify({
  jsonrpc: "2.0",
  id: "kit-initialize",
  method: "initialize",
  params: {
    protocolVersion: "2024-11-05",
    capabilities: {},
    clientInfo: { name: "mcp-sse-testkit", version: "1.0.0" },
  },
});

const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

/** A context, and what ends it. */
export interface OpenContext {
  readonly context: CheckContext;
  readonly wire: WireLog;
  close(): void;
}

/** Makes what one check works with. */
export function createContext(url: URL, options: CheckServerOptions): OpenContext {
  const { headers = {}, timeoutMs = DEFAULT_TIMEOUT_MS, insecure } = options;
  const own = Object.entries(headers);
  const wire = createWireLog();
  wire.hide(url.host, "{host}");
  for (const [, value] of own) wire.hide(value, "{secret}");
  const connections: RawConnection[] = [];

  async function connect(): Promise<RawConnection> {
    const connection = await connectRaw(url, { insecure });
    connections.push(connection);
    return Object.create(connection, {
      send: {
        value(request: RawRequest) {
          wire.sent(request);
          connection.send(withOwn(request));
        },
      },
      response: { value: (deadlineMs = timeoutMs) => connection.response(deadlineMs) },
    }) as RawConnection;
  }

  /** A header that a check sets itself replaces that of the options. */
  function withOwn(request: RawRequest): RawRequest {
    const set = new Set((request.headers ?? []).map(([name]) => name.toLowerCase()));
    const rest = own.filter(([name]) => !set.has(name.toLowerCase()));
    return { ...request, headers: [...(request.headers ?? []), ...rest] };
  }

  async function request(init: RawRequest): Promise<RawResponse> {
    const connection = await connect();
    connection.send(init);
    try {
      const answer = await connection.response();
      wire.came(answer, answer.body);
      return answer;
    } finally {
      connection.destroy();
    }
  }

  async function headOf(init: RawRequest): Promise<RawHead> {
    const connection = await connect();
    connection.send(init);
    const { head } = await connection.answer(timeoutMs);
    wire.came(head);
    connection.destroy();
    return head;
  }

  async function get(open: OpenOptions = {}): Promise<CheckedSession> {
    return openSession({ url, wire, timeoutMs, connection: await connect(), request }, open);
  }

  /** What another check judges keeps this one from being run. */
  async function available<T>(what: string, make: () => Promise<T>): Promise<T> {
    try {
      return await make();
    } catch {
      throw new CheckNotRun(what);
    }
  }

  const open = (how?: OpenOptions): Promise<CheckedSession> =>
    available("no session could be opened", async () => {
      const session = await get(how);
      expectThat(session.endpoint.origin === url.origin, "the endpoint is of another origin");
      return session;
    });

  return {
    wire,
    context: {
      url,
      target: url.pathname + url.search,
      options,
      timeoutMs,
      wire,
      ownHeaders: own.map(([name, value]) => `${name}: ${value}\r\n`).join(""),
      connect,
      request,
      headOf,
      get,
      open,
      initialized: () =>
        available("no session could be initialised", async () => {
          const session = await open();
          const { status } = await session.post(INITIALIZE);
          expectThat(status >= 200 && status < 300, `initialize was answered ${status}`);
          await session.answer("kit-initialize");
          await session.post(INITIALIZED);
          return session;
        }),
    },
    close() {
      for (const connection of connections) connection.destroy();
    },
  };
}
