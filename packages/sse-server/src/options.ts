// What an application decides about its handler.

import { checkedEndpoint, type EndpointOption, type EndpointRules } from "./endpoint.ts";
import { parseHost } from "./host.ts";
import { checkLimit, type ResolvedSessionLimits, resolveLimits, type SessionLimits } from "./limits.ts";
import type { MessageBus } from "./message-bus.ts";
import type { SseObserver } from "./observer.ts";
import { checkHandlerKinds, checkOptions } from "./option-kinds.ts";
import type { SseRequest } from "./request.ts";
import type { GuardRules } from "./request-guard.ts";
import { checkSessionParam, sessionParamNames } from "./session-param.ts";
import { SESSION_PARAM } from "./wire.ts";
import { wrong } from "./wrong-option.ts";

/**
 * What `authorize` says: who is asking, or how the request is refused.
 *
 * A 401 carries `WWW-Authenticate` always; a 403 if the text is not empty.
 */
export type Authorization =
  | { readonly principal: string; readonly authInfo?: unknown }
  | { readonly refuse: 401 | 403; readonly wwwAuthenticate: string };

/** Cross-origin access for the origins of `allowedOrigins`. */
export interface CorsOptions {
  /** Whether browsers may send cookies and HTTP authentication. */
  readonly credentials?: boolean | undefined;
  /** Request headers beyond content-type, authorization, mcp-protocol-version and last-event-id. */
  readonly allowHeaders?: readonly string[] | undefined;
  /** How long a browser may remember a preflight. @defaultValue 7 200 s, the most that Chromium takes. */
  readonly maxAgeSeconds?: number | undefined;
}

/** Options of {@link createSseHandler}: every default is the safe one. */
export interface SseHandlerOptions extends SessionLimits {
  /**
   * Hosts added to the loopback names: `host` (any port) or `host:port`, compared without regard to case and to
   * a trailing dot. There are no wildcards; `"any"` switches the check off.
   */
  readonly allowedHosts?: readonly string[] | "any" | undefined;

  /**
   * Exact origins, as in `https://app.example.com`, beside the one of the accepted Host, port included: a page of another
   * port of localhost must be listed.
   */
  readonly allowedOrigins?: readonly string[] | undefined;

  /** Cross-origin access for `allowedOrigins`. @defaultValue false */
  readonly cors?: boolean | CorsOptions | undefined;

  /**
   * Says who is asking, on every GET and POST. A session belongs to the principal of its GET: to anybody else it
   * does not exist. One that takes longer than `acceptTimeoutMs` is 500. Without it the principal is the `clientId` of `authInfo`, if there is one.
   */
  readonly authorize?: ((request: SseRequest) => Authorization | Promise<Authorization>) | undefined;

  /** Where clients are told to POST. @defaultValue the request's own path */
  readonly endpoint?: EndpointOption | undefined;

  /** Whether `X-Forwarded-Prefix` is put before the request's own path. @defaultValue false */
  readonly trustForwardedPrefix?: boolean | undefined;

  /** Query parameter that carries the session ID. @defaultValue "sessionId" */
  readonly sessionParam?: string | undefined;

  /**
   * Live sessions of this handler; a GET past it is 503.
   *
   * @defaultValue 10 000: about 130 MB on Node, idle, as the benchmark of idle sessions counts it.
   */
  readonly maxSessions?: number | undefined;

  /** Live sessions of one principal. @defaultValue Infinity */
  readonly maxSessionsPerPrincipal?: number | undefined;

  /**
   * How long `accept` may take before the answer starts, in ms; and how long `authorize` may take.
   *
   * @defaultValue 10 000: what clients wait for the endpoint event.
   */
  readonly acceptTimeoutMs?: number | undefined;

  /** How a POST finds a session of another process. @defaultValue memoryBus(): it does not leave this one */
  readonly bus?: MessageBus | undefined;

  /** Shared by the nodes of one bus: session IDs carry a mac, and one that was made up costs no look-up. */
  readonly secret?: string | Uint8Array | undefined;

  /** Told what happens, for logs and metrics. */
  readonly observer?: SseObserver | undefined;
}

/** Complete options. */
export interface HandlerSettings extends GuardRules, EndpointRules {
  readonly limits: ResolvedSessionLimits;
  readonly cors: CorsOptions | undefined;
  readonly authorize: SseHandlerOptions["authorize"];
  readonly paramNames: ReadonlySet<string>;
  readonly maxSessions: number;
  readonly maxSessionsPerPrincipal: number;
  readonly acceptTimeoutMs: number;
  readonly bus: MessageBus | undefined;
  readonly secret: string | Uint8Array | undefined;
  readonly observer: SseObserver | undefined;
}

/**
 * Fills in the defaults.
 *
 * @throws TypeError for an option of the wrong kind, RangeError for a value that makes no sense; of a limit always
 *   RangeError. Both name the option and the value.
 */
export function resolveOptions(options: SseHandlerOptions): HandlerSettings {
  checkOptions(options);
  checkHandlerKinds(options);
  const {
    allowedHosts = [],
    allowedOrigins = [],
    cors = false,
    authorize,
    endpoint,
    trustForwardedPrefix = false,
    sessionParam = SESSION_PARAM,
    maxSessions = 10_000,
    maxSessionsPerPrincipal = Infinity,
    acceptTimeoutMs = 10_000,
    bus,
    secret,
    observer,
  } = options;
  for (const [name, value] of Object.entries({ maxSessions, maxSessionsPerPrincipal, acceptTimeoutMs })) {
    checkLimit(name, value);
  }
  checkSessionParam(sessionParam);
  if (endpoint !== undefined && typeof endpoint !== "function") checkEndpointOption(endpoint);
  if (secret !== undefined && secret.length === 0) throw wrong("secret", secret.length, "longer than 0");
  return {
    limits: resolveLimits(options),
    hosts: allowedHosts === "any" ? "any" : allowedHosts.map(toHost),
    origins: new Set(allowedOrigins.map(checkedOrigin)),
    cors: cors === false ? undefined : resolveCors(cors === true ? {} : cors),
    authorize,
    endpoint,
    trustForwardedPrefix,
    sessionParam,
    paramNames: sessionParamNames(sessionParam),
    maxSessions,
    maxSessionsPerPrincipal,
    acceptTimeoutMs,
    bus,
    secret,
    observer,
  };
}

function toHost(value: string): NonNullable<ReturnType<typeof parseHost>> {
  const host = parseHost(value);
  if (host === undefined || !URL.canParse(`http://${value}`))
    throw wrong("allowedHosts", value, 'an array of "host" or "host:port", or the string "any"');
  return host;
}

function checkedOrigin(value: string): string {
  // As browsers write it: a path or a trailing slash would never match.
  if (!/^[a-z][a-z0-9+.-]*:\/\/(?:(?![/?#*,])[\x21-\x7e])+$/.test(value)) {
    throw wrong("allowedOrigins", value, "exact origins, as in https://app.example.com");
  }
  return value;
}

function checkEndpointOption(endpoint: unknown): void {
  try {
    checkedEndpoint(endpoint);
  } catch (error) {
    throw wrong("endpoint", endpoint, error instanceof Error ? `valid (${error.message})` : "valid");
  }
}

function resolveCors(cors: CorsOptions): CorsOptions {
  for (const header of cors.allowHeaders ?? []) {
    if (!/^[\w!#$%&'+.^`|~-]+$/.test(header)) throw wrong("cors.allowHeaders", header, "header names");
  }
  const { maxAgeSeconds } = cors;
  if (maxAgeSeconds !== undefined && !(Number.isSafeInteger(maxAgeSeconds) && maxAgeSeconds >= 0)) {
    throw wrong("cors.maxAgeSeconds", maxAgeSeconds, "a whole number of seconds");
  }
  return cors;
}
