// Who may ask at all: target, Host and Origin, checked on every request before any work is done.
//
// A page that an attacker rebound to this address sends his name in Host and, on GET, no Origin: the Host
// check is what stops it. A page of another site sends its Origin: the Origin check is what stops that.
//
// Spec: MCP 2024-11-05 transports: "Servers MUST validate the Origin header on all incoming connections".

import type { Exchange } from "./exchange.ts";
import { type Host, isLoopback, isOriginOf, parseHost, parseOrigin } from "./host.ts";
import { REFUSALS, type Refusal } from "./refusal.ts";

/** A refusal, and what the observer is told about it: the value that was refused and the option that allows it. */
export interface Refused {
  readonly refusal: Refusal;
  readonly detail: string;
  /** Target, Host or Origin did not pass: the answer lets no origin read it. */
  readonly guarded?: boolean | undefined;
}

/** What everything is answered with that is left when the handler has closed. */
export const HANDLER_CLOSED: Refused = {
  refusal: REFUSALS.HANDLER_CLOSED,
  detail: "the handler was closed",
};

/** What a request is answered of whose headers some may be missing: nothing can be told of it by what is absent. */
export const LACKS_HEADERS: Refused = {
  refusal: REFUSALS.TOO_MANY_HEADERS,
  detail: "1 000 headers, or as many as the server's maxHeadersCount",
};

/** Which hosts and origins pass beside the loopback names and the accepted host's own origin. */
export interface GuardRules {
  readonly hosts: readonly Host[] | "any";
  readonly origins: ReadonlySet<string>;
}

// Exactly one slash in front: what follows "//" or "/\" is a host to a URL parser. No control character, no
// space: a URL parser would drop some of them and see another path than we do. Nothing wider than a byte.
const TARGET = /^\/(?![/\\])[\x21-\x7e\x80-\xff]*$/;

/** Checks target, Host and Origin, in this order. */
export function guardRequest(exchange: Exchange, rules: GuardRules): Refused | undefined {
  if (!TARGET.test(exchange.target)) {
    return { refusal: REFUSALS.BAD_TARGET, detail: "the target is not a path" };
  }
  if (exchange.mayLackHeaders()) return LACKS_HEADERS;
  if (exchange.occurrences("host") > 1) {
    return { refusal: REFUSALS.DUPLICATE_HOST, detail: "more than one Host header" };
  }
  const value = exchange.header("host");
  const host = value === undefined ? undefined : parseHost(value);
  if (host === undefined || !isAllowedHost(host, rules.hosts)) {
    return { refusal: REFUSALS.FORBIDDEN_HOST, detail: `Host ${quote(value)} is not in allowedHosts` };
  }
  return guardOrigin(exchange, host, rules);
}

function guardOrigin(exchange: Exchange, host: Host, { origins }: GuardRules): Refused | undefined {
  const value = exchange.header("origin");
  if (value === undefined) return undefined;
  if (exchange.occurrences("origin") === 1) {
    if (origins.has(value)) return undefined;
    const origin = parseOrigin(value);
    if (origin !== undefined && isOriginOf(origin, host)) return undefined;
  }
  return { refusal: REFUSALS.FORBIDDEN_ORIGIN, detail: `Origin ${quote(value)} is not in allowedOrigins` };
}

function isAllowedHost(host: Host, allowed: readonly Host[] | "any"): boolean {
  if (isLoopback(host.name)) return true;
  // Any that is one: "1.2.3.4.5" looks like a host, and no URL can hold it.
  if (allowed === "any") return URL.canParse(`http://${host.name}`);
  return allowed.some(({ name, port }) => name === host.name && (port === "" || port === host.port));
}

// For a log line: what a peer sent cannot end the line or colour a terminal, and is not endless.
function quote(value: string | undefined): string {
  return value === undefined ? "(none)" : JSON.stringify(value.slice(0, 256)).replace(/[^\x20-\x7e]/g, "?");
}
