// A session as a check holds it: the stream of its GET, and its POSTs.

import { within } from "../../patience.ts";
import type { RawConnection } from "../http/raw-connection.ts";
import type { RawRequest } from "../http/raw-request.ts";
import type { RawHead, RawResponse } from "../http/raw-response.ts";
import { createEventReader, type StreamEvent } from "./event-reader.ts";
import { CheckFailure, expectThat } from "./server-check.ts";
import { hideIds } from "./session-id.ts";
import type { WireLog } from "./wire-log.ts";

/** How a session is opened. */
export interface OpenOptions {
  readonly target?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Sends no `Accept`. */
  readonly withoutAccept?: boolean;
}

/** A JSON-RPC message as it was found. */
export type Found = Readonly<Record<string, unknown>>;

/** What a POST may differ in. */
export type PostOptions = Partial<Pick<RawRequest, "headers" | "chunkSize" | "target" | "method">> & {
  readonly contentType?: string | undefined;
};

/** An open stream and what belongs to it. */
export interface CheckedSession {
  readonly head: RawHead;
  /** The first event; `undefined` where the stream ended, or was no event stream. */
  readonly first: StreamEvent | undefined;
  /** Where the first event says to POST. @throws CheckFailure where it says no URL. */
  readonly endpoint: URL;
  /** Path and query of the endpoint. */
  readonly target: string;
  /** Every event after the first, so far. */
  readonly seen: readonly StreamEvent[];
  readonly lines: readonly string[];
  readonly comments: readonly string[];
  readonly isUtf8: boolean;
  next(deadlineMs?: number): Promise<StreamEvent | undefined>;
  /** Reads on to the response with this id, whatever comes before it. */
  answer(id: unknown, deadlineMs?: number): Promise<Found>;
  post(body: string | Uint8Array, options?: PostOptions): Promise<RawResponse>;
  /** POSTs a request, and waits for its response. */
  call(id: string | number, method: string, params?: object): Promise<Found>;
  /** Reads on for some time, to see what comes by itself. */
  watch(forMs: number): Promise<void>;
  close(): void;
}

/** What a session is made from. */
export interface SessionParts {
  readonly url: URL;
  readonly wire: WireLog;
  readonly timeoutMs: number;
  readonly connection: RawConnection;
  request(request: RawRequest): Promise<RawResponse>;
}

function late(): never {
  throw new CheckFailure("no answer came in time");
}

/** Sends the GET, and reads its head and its first event. */
export async function openSession(parts: SessionParts, options: OpenOptions): Promise<CheckedSession> {
  const { url, wire, timeoutMs, connection, request } = parts;
  const target = options.target ?? url.pathname + url.search;
  const accept = options.withoutAccept ? [] : [["Accept", "text/event-stream"] as const];
  const hasAccept = options.headers?.some(([name]) => name.toLowerCase() === "accept");
  const get = { target, headers: [...(hasAccept ? [] : accept), ...(options.headers ?? [])] };
  connection.send(get);
  const { head, body } = await connection.answer(timeoutMs);
  wire.came(head);
  let isFirst = true;
  const reader = createEventReader(body, (line) => {
    // What an endpoint says is hidden before its line is shown.
    if (isFirst && line.startsWith("data:")) hideIds(line.slice(5).trim(), url, wire);
    if (line === "") isFirst = false;
    wire.note(`<< ${line}`);
  });
  const isStream = /^text\/event-stream\b/i.test(head.header("content-type") ?? "");
  const first =
    head.status === 200 && isStream ? await within(reader.next(), "the first event", timeoutMs) : undefined;
  const seen: StreamEvent[] = [];

  // A read that was given up goes on, so that no event is lost to it.
  let reading: Promise<StreamEvent | undefined> | undefined;
  async function next(deadlineMs = timeoutMs): Promise<StreamEvent | undefined> {
    reading ??= reader.next();
    const event = await within(reading, "the next event", deadlineMs);
    reading = undefined;
    if (event !== undefined) seen.push(event);
    return event;
  }

  const session: CheckedSession = {
    head,
    first,
    seen,
    lines: reader.lines,
    comments: reader.comments,
    get isUtf8() {
      return reader.isUtf8;
    },
    get endpoint() {
      const data = first?.data ?? "";
      expectThat(first?.event === "endpoint", "no endpoint event came first");
      expectThat(data !== "" && URL.canParse(data, url.href), "the endpoint is no URL");
      return new URL(data, url);
    },
    get target() {
      const { pathname, search } = session.endpoint;
      return pathname + search;
    },
    next,
    async answer(id, deadlineMs = timeoutMs) {
      const until = performance.now() + deadlineMs;
      for (let at = 0; ; at++) {
        const event = seen[at] ?? (await next(Math.max(until - performance.now(), 1)).catch(late));
        expectThat(event !== undefined, "the stream ended before the answer");
        const message = parsed(event.data);
        if (message !== undefined && !("method" in message) && Object.is(message.id, id)) return message;
      }
    },
    post(body, { contentType = "application/json", headers = [], method = "POST", ...rest } = {}) {
      const type = contentType === "" ? [] : [["Content-Type", contentType] as const];
      return request({ method, target: session.target, body, headers: [...type, ...headers], ...rest });
    },
    async call(id, method, params) {
      const { status } = await session.post(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      expectThat(status >= 200 && status < 300, `a POST of ${method} was answered ${status}`);
      return session.answer(id);
    },
    async watch(forMs) {
      const until = performance.now() + forMs;
      try {
        while (performance.now() < until) await next(Math.max(until - performance.now(), 1));
      } catch {
        // Nothing more came.
      }
    },
    close: () => connection.destroy(),
  };
  return session;
}

/** The object that a text is as JSON; `undefined` when it is none. */
export function parsed(text: string): Found | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Found)
      : undefined;
  } catch {
    return undefined;
  }
}
