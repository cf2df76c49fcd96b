// Who is asking.

import type { SseHandlerOptions } from "./options.ts";
import { REFUSALS, unauthorized } from "./refusal.ts";
import { type SseRequest, setAuthInfo } from "./request.ts";
import type { Refused } from "./request-guard.ts";
import { kindOf } from "./wrong-option.ts";

/** The principal of a request, or its refusal; `error` is what the application did wrong. */
export type Authorized =
  | { readonly principal: string | undefined }
  | (Refused & { readonly error?: unknown });

/** Asks the application who is asking, a promise only where it gives one; without `authorize`, what a middleware found out counts. */
export function authorizeRequest(
  request: SseRequest,
  authorize: SseHandlerOptions["authorize"],
): Authorized | Promise<Authorized> {
  if (authorize === undefined) return { principal: clientIdOf(request.authInfo) };
  return askApplication(request, authorize);
}

function askApplication(
  request: SseRequest,
  authorize: NonNullable<SseHandlerOptions["authorize"]>,
): Authorized | Promise<Authorized> {
  const failed = (error: unknown): Authorized => ({
    refusal: REFUSALS.AUTHORIZE_FAILED,
    detail: "authorize failed",
    error,
  });
  try {
    const answer: unknown = authorize(request);
    if (!isThenable(answer)) return read(request, answer);
    return Promise.resolve(answer)
      .then((settled) => read(request, settled))
      .catch(failed);
  } catch (error) {
    return failed(error);
  }
}

function isThenable(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "then" in answer;
}

function read(request: SseRequest, answer: unknown): Authorized {
  const isObject = typeof answer === "object" && answer !== null;
  if (isObject && "refuse" in answer) return readRefusal(answer);
  if (!isObject || !("principal" in answer))
    throw mistaken("{ principal } or { refuse, wwwAuthenticate }", answer);
  if (typeof answer.principal !== "string") throw mistaken("a string as principal", answer.principal);
  if ("authInfo" in answer && answer.authInfo !== undefined) setAuthInfo(request, answer.authInfo);
  return { principal: answer.principal };
}

function readRefusal(answer: { readonly refuse: unknown; readonly wwwAuthenticate?: unknown }): Refused {
  const { refuse, wwwAuthenticate } = answer;
  if (refuse !== 401 && refuse !== 403) {
    throw mistaken("401 or 403 as refuse", refuse, typeof refuse === "number" ? String(refuse) : undefined);
  }
  if (typeof wwwAuthenticate !== "string") {
    throw mistaken("a string as wwwAuthenticate, beside refuse", wwwAuthenticate);
  }
  // "The server generating a 401 response MUST send a WWW-Authenticate header field" (RFC 9110 §15.5.2)
  if (!isHeaderValue(wwwAuthenticate) || (refuse === 401 && wwwAuthenticate.trim() === "")) {
    throw new TypeError(
      "authorize must return a header value as wwwAuthenticate; a 401 needs one that is not empty",
    );
  }
  return { refusal: unauthorized(refuse, wwwAuthenticate), detail: `authorize refused with ${refuse}` };
}

/** Shows the kind of what was returned, and nothing of it: it may be a token. */
function mistaken(rule: string, answer: unknown, shown: string = kindOf(answer)): TypeError {
  return new TypeError(`authorize must return ${rule}, got ${shown}`);
}

// What the SDK's bearer middleware leaves: { token, clientId, scopes, … }.
function clientIdOf(authInfo: unknown): string | undefined {
  if (typeof authInfo !== "object" || authInfo === null || !("clientId" in authInfo)) return undefined;
  return typeof authInfo.clientId === "string" ? authInfo.clientId : undefined;
}

// Nothing that would end the line or be refused by a header writer.
function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
