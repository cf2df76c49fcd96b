// The URI a client POSTs to: what the `endpoint` event holds.
//
//     GET /mcp/sse?token=…     →     /mcp/sse?sessionId=8sVq3G…
//
// Path-absolute by default: no Host that a proxy rewrote gets into it, and it resolves on the client's own
// origin. The query of the GET is dropped: what is in it, tokens above all, is the client's to repeat.
//
// Spec: MCP 2024-11-05 transports: "an endpoint event containing a URI for the client to use".

import type { SseRequest } from "./request.ts";

/** Where clients are told to POST; a function of the GET. */
export type EndpointOption = string | URL | ((request: SseRequest) => string | URL);

/** What decides a session's endpoint. */
export interface EndpointRules {
  readonly endpoint: EndpointOption | undefined;
  readonly trustForwardedPrefix: boolean;
  readonly sessionParam: string;
  /** Every name under which a session ID is read. */
  readonly paramNames: ReadonlySet<string>;
}

// A plain path: no empty or dot segment, nothing that a URL parser would read as something else.
const PREFIX = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~!$&'()*+,;=:@%-]+)+\/?$/;

/**
 * Makes the endpoint of one session.
 *
 * @throws TypeError if an `endpoint` function returns what cannot be one; whatever it throws.
 */
export function endpointOf(request: SseRequest, sessionId: string, rules: EndpointRules): string {
  const { endpoint, sessionParam, paramNames } = rules;
  if (endpoint === undefined) return withParam(ownPath(request, rules), sessionParam, sessionId);
  const base: unknown = typeof endpoint === "function" ? endpoint(request) : endpoint;
  // It is refused below; nobody else would take its rejection.
  if (base instanceof Promise) base.catch(() => undefined);
  return withParam(checkedEndpoint(base), sessionParam, sessionId, paramNames);
}

/**
 * Checks an endpoint that the application chose: a path, a relative reference or an http(s) URL.
 *
 * @throws TypeError if it is none.
 */
export function checkedEndpoint(endpoint: unknown): string {
  const text = endpoint instanceof URL ? endpoint.href : endpoint;
  if (typeof text !== "string" || text === "" || /[\0-\x20\x7f]|\p{Surrogate}/u.test(text)) {
    throw new TypeError("endpoint must be a URL or a path without spaces and control characters");
  }
  // "//host" and "/\host" name a host without saying so.
  if (/^[/\\]{2}/.test(text)) throw new TypeError("endpoint must not start with two slashes");
  if (!URL.canParse(text, "http://localhost") || !isHttp(new URL(text, "http://localhost"))) {
    throw new TypeError("endpoint must be a path or an http(s) URL");
  }
  // As a URL parser would. What is left raw, U+2028 say, ends the line for some readers of event streams.
  return text.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

/**
 * Puts the session ID into the query.
 *
 * @param replaced - names of which nothing is kept: a second session ID would be refused with every POST.
 */
export function withParam(
  endpoint: string,
  name: string,
  sessionId: string,
  replaced: ReadonlySet<string> = new Set([name]),
): string {
  const hash = endpoint.indexOf("#");
  const fragment = hash === -1 ? "" : endpoint.slice(hash);
  const [path, query] = splitOnce(hash === -1 ? endpoint : endpoint.slice(0, hash), "?");
  const kept = query.split("&").filter((pair) => pair !== "" && !replaced.has(pair.split("=", 1)[0] ?? ""));
  return `${path}?${[...kept, `${name}=${sessionId}`].join("&")}${fragment}`;
}

function ownPath(request: SseRequest, { trustForwardedPrefix }: EndpointRules): string {
  const path = /^[^?#]*/.exec(request.target)?.[0] ?? "/";
  const prefix = trustForwardedPrefix ? request.headers.get("x-forwarded-prefix") : null;
  if (prefix === null || !PREFIX.test(prefix)) return toAscii(path);
  return toAscii(prefix.replace(/\/$/, "") + path);
}

// Bytes beyond ASCII are legal in no URI. Some clients send them all the same; platforms hand them on one per
// character, and the guard lets no wider character pass.
function toAscii(path: string): string {
  return path.replace(/[^\x21-\x7e]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function isHttp(url: URL): boolean {
  return url.protocol === "http:" || url.protocol === "https:";
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
