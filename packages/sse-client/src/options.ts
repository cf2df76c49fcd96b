// What a caller may set, the defaults, and the checks.

import type { MessageDecodeError } from "@mcp-sse/jsonrpc";
import type { ServerSentEvent } from "@mcp-sse/sse-codec";
import { resolveUrl } from "./origin.ts";
import { NEVER } from "./timer.ts";

/** The part of `fetch` that the client calls: `method`, `headers`, `body`, `signal`, `redirect: "manual"`. */
export type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** What `fetch` takes as headers. Not `HeadersInit`, a name that only the DOM's declarations have. */
export type RequestHeaders = NonNullable<RequestInit["headers"]>;

/** How requests are authorized. */
export interface SseClientAuth {
  /**
   * Asked before each request: what goes into `Authorization: Bearer …`. `undefined` sends no such header
   * (one of `headers` stays).
   */
  token(): string | undefined | Promise<string | undefined>;

  /**
   * Called after a 401, to make `token` return something better. Then the request is made once more: at most
   * once per request and once per connect. Requests that are refused at the same time share one call.
   *
   * What it throws becomes the `cause` of `ERR_SSE_UNAUTHORIZED`.
   */
  onUnauthorized?(event: { readonly response: Response; readonly url: URL }): void | Promise<void>;
}

/** An event that arrived and is no message; the connection lives. */
export interface IgnoredEvent {
  /**
   * `event-type`: neither `message` nor unnamed. `second-endpoint`: an `endpoint` event after the first, which
   * changes nothing. `undecodable`: not a JSON-RPC message.
   */
  readonly reason: "event-type" | "second-endpoint" | "undecodable";
  readonly event: ServerSentEvent;
  /** Why it is `undecodable`. */
  readonly error?: MessageDecodeError;
}

/** Options of `connectSse`. Times are in ms; `Infinity` opts out of a limit, and sets no timer. */
export interface SseClientOptions {
  /** Makes all requests. Without it Node uses keep-alive `node:http(s)`, every other runtime its own `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /** Ends the attempt to connect, which rejects with its reason. Without effect once connected: see `close`. */
  readonly signal?: AbortSignal | undefined;
  /** Sent with the GET and with every POST; a function is asked before each of them. */
  readonly headers?:
    | RequestHeaders
    | ((request: {
        readonly method: "GET" | "POST";
        readonly url: URL;
      }) => RequestHeaders | Promise<RequestHeaders>)
    | undefined;
  /** Gives each request its token, and renews it after a 401. */
  readonly auth?: SseClientAuth | undefined;
  /**
   * Longest wait for the `endpoint` event: from each GET being sent; the time that `onUnauthorized` takes is
   * not counted.
   *
   * @defaultValue 10 s: it is the first thing a server writes.
   */
  readonly endpointTimeoutMs?: number | undefined;
  /**
   * Longest wait for the answer to a POST, from its being sent, not while it waits its turn.
   *
   * @defaultValue 300 s: some servers answer a POST only when its handler has ended.
   */
  readonly postTimeoutMs?: number | undefined;
  /**
   * Longest time that a notification waits for the answers to earlier POSTs. That of a `cancelled` begins when the request that it
   * names has left as a whole, however long that takes; with `fetch`, which does not tell, when that is called.
   *
   * @defaultValue 1 s: it must get past a POST that a server holds, and servers that do not hold them answer sooner.
   */
  readonly fenceTimeoutMs?: number | undefined;
  /**
   * Longest silence of the stream, comments included, before the connection ends with `idle`. Not counted
   * while nothing is read because `maxQueuedMessages` are unread.
   *
   * @defaultValue `Infinity`: many servers send no keep-alive.
   */
  readonly idleTimeoutMs?: number | undefined;
  /**
   * Largest event, in bytes of its lines; a larger one ends the connection with `protocol`.
   *
   * @defaultValue 16 MiB: an MCP result can carry an image as base64; nothing sane is larger.
   */
  readonly maxEventBytes?: number | undefined;
  /**
   * Requests whose POST may be unanswered at a time. 1 sends them one after the other.
   *
   * @defaultValue 16: enough to hide the way to the server, and few enough for any server.
   */
  readonly maxConcurrentPosts?: number | undefined;
  /**
   * Bytes of messages that may wait for their POST; one that waits alone may be larger. Past it `write`
   * rejects with `ERR_SSE_BACKLOG`.
   *
   * @defaultValue 16 MiB: what one event may have.
   */
  readonly maxBacklogBytes?: number | undefined;
  /**
   * Unread messages at which the stream is not read any further; what its last chunk held is still queued.
   *
   * @defaultValue 100: an application that is so far behind should slow its server.
   */
  readonly maxQueuedMessages?: number | undefined;
  /** Node only, and not together with `fetch`: a `node:http(s)` Agent, for a proxy, a CA, client certificates. */
  readonly agent?: unknown;
  /** Told of each event that is no message. What it throws is dropped. */
  readonly onIgnored?: ((event: IgnoredEvent) => void) | undefined;
}

const MIB = 1024 * 1024;

type Limit =
  | "endpointTimeoutMs"
  | "postTimeoutMs"
  | "fenceTimeoutMs"
  | "idleTimeoutMs"
  | "maxEventBytes"
  | "maxConcurrentPosts"
  | "maxBacklogBytes"
  | "maxQueuedMessages";

const LIMITS: Readonly<Record<Limit, number>> = {
  endpointTimeoutMs: 10_000,
  postTimeoutMs: 300_000,
  fenceTimeoutMs: 1_000,
  idleTimeoutMs: NEVER,
  maxEventBytes: 16 * MIB,
  maxConcurrentPosts: 16,
  maxBacklogBytes: 16 * MIB,
  maxQueuedMessages: 100,
};

/** {@link SseClientOptions}, checked and with the defaults filled in. */
export interface ResolvedOptions
  extends Readonly<Record<Limit, number>>,
    Pick<SseClientOptions, "fetch" | "signal" | "headers" | "auth" | "agent" | "onIgnored"> {
  readonly url: URL;
}

/**
 * Checks the URL and the options, and fills in the defaults.
 *
 * @throws TypeError for a URL that is not absolute, not `http:` or `https:`, or holds credentials; for an option
 *   of the wrong kind; for `agent` together with `fetch`.
 * @throws RangeError for a limit that is not greater than 0.
 */
export function resolveOptions(input: string | URL, options: SseClientOptions): ResolvedOptions {
  const { fetch, signal, auth, agent } = options;
  const url = resolveUrl(String(input));
  check(url, "url must be absolute, http(s), without credentials");
  check(
    signal === undefined || typeof signal?.addEventListener === "function",
    "signal must be an AbortSignal",
  );
  check(auth === undefined || typeof auth?.token === "function", "auth.token must be a function");
  const functions = { fetch, onIgnored: options.onIgnored, onUnauthorized: auth?.onUnauthorized };
  for (const [name, value] of Object.entries(functions)) {
    check(value === undefined || typeof value === "function", `${name} must be a function`);
  }
  check(fetch === undefined || agent === undefined, "agent excludes fetch");
  const limits: Record<Limit, number> = { ...LIMITS };
  for (const [name, preset] of Object.entries(LIMITS) as [Limit, number][]) {
    const { [name]: value = preset } = options;
    // Not `value <= 0`, which NaN would pass.
    if (!(typeof value === "number" && value > 0)) {
      throw new RangeError(`${name} must be greater than 0, got ${value}`);
    }
    limits[name] = value;
  }
  return { ...options, ...limits, url };
}

function check(condition: unknown, rule: string): asserts condition {
  if (!condition) throw new TypeError(rule);
}
