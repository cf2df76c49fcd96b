// Who is asking.

import type { Authorization, SseHandlerOptions } from "./options.ts";
import { REFUSALS, unauthorized } from "./refusal.ts";
import { type SseRequest, setAuthInfo } from "./request.ts";
import type { Refused } from "./request-guard.ts";

/** The principal of a request, or its refusal; `error` is what the application did wrong. */
export type Authorized =
  | { readonly principal: string | undefined }
  | (Refused & { readonly error?: unknown });

/** Asks the application who is asking; without `authorize`, what a middleware found out counts. */
export function authorizeRequest(
  request: SseRequest,
  authorize: SseHandlerOptions["authorize"],
): Authorized | Promise<Authorized> {
  if (authorize === undefined) return { principal: clientIdOf(request.authInfo) };
  return askApplication(request, authorize);
}

async function askApplication(
  request: SseRequest,
  authorize: NonNullable<SseHandlerOptions["authorize"]>,
): Promise<Authorized> {
  try {
    return read(request, await authorize(request));
  } catch (error) {
    return { refusal: REFUSALS.AUTHORIZE_FAILED, detail: "authorize failed", error };
  }
}

function read(request: SseRequest, answer: Authorization): Authorized {
  if ("refuse" in answer) {
    const { refuse, wwwAuthenticate } = answer;
    if (refuse !== 401 && refuse !== 403) throw new TypeError("authorize must refuse with 401 or 403");
    // "The server generating a 401 response MUST send a WWW-Authenticate header field" (RFC 9110 §15.5.2)
    if (!isHeaderValue(wwwAuthenticate) || (refuse === 401 && wwwAuthenticate.trim() === "")) {
      throw new TypeError("authorize must give a WWW-Authenticate value");
    }
    return { refusal: unauthorized(refuse, wwwAuthenticate), detail: `authorize refused with ${refuse}` };
  }
  const { principal, authInfo } = answer;
  if (typeof principal !== "string") throw new TypeError("authorize must give a principal or a refusal");
  if (authInfo !== undefined) setAuthInfo(request, authInfo);
  return { principal };
}

// What the SDK's bearer middleware leaves: { token, clientId, scopes, … }.
function clientIdOf(authInfo: unknown): string | undefined {
  if (typeof authInfo !== "object" || authInfo === null || !("clientId" in authInfo)) return undefined;
  return typeof authInfo.clientId === "string" ? authInfo.clientId : undefined;
}

// Nothing that would end the line or be refused by a header writer.
function isHeaderValue(value: unknown): value is string {
  return typeof value === "string" && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
