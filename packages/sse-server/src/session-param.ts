// The session ID in the query of a POST.
//
//     POST /sse?sessionId=8sVq3G…   →   "8sVq3G…"

import { SESSION_PARAM, SESSION_PARAM_ALIASES } from "./wire.ts";
import { wrong } from "./wrong-option.ts";

/**
 * Checks the name of the query parameter.
 *
 * @throws RangeError for what a query would have to escape.
 */
export function checkSessionParam(name: string): void {
  if (!/^[\w-]+$/.test(name)) throw wrong("sessionParam", name, "letters, digits, _ and - only");
}

/** The names under which a session ID is read: the configured one, and those of other servers. */
export function sessionParamNames(sessionParam: string): ReadonlySet<string> {
  return new Set([sessionParam, SESSION_PARAM, ...SESSION_PARAM_ALIASES]);
}

/**
 * Finds the session ID in a target.
 *
 * @returns `undefined` if there is none, or an empty one; `"repeated"` for two, under whatever names.
 */
export function findSessionId(
  target: string,
  names: ReadonlySet<string>,
): { readonly id: string } | "repeated" | undefined {
  // No request has a fragment, and some clients send one all the same: a URL parser, which other platforms use, cuts it off.
  const hash = target.indexOf("#");
  if (hash !== -1) return findSessionId(target.slice(0, hash), names);
  const query = target.indexOf("?");
  if (query === -1) return undefined;
  let id: string | undefined;
  for (let start = query + 1, end = 0; end !== target.length; start = end + 1) {
    const ampersand = target.indexOf("&", start);
    end = ampersand === -1 ? target.length : ampersand;
    const equals = target.indexOf("=", start);
    if (equals === -1 || equals > end || !names.has(target.slice(start, equals))) continue;
    if (id !== undefined) return "repeated";
    id = target.slice(equals + 1, end);
  }
  if (id === undefined || id === "") return undefined;
  return { id: id.includes("%") ? decode(id) : id };
}

// Our IDs hold nothing that needs an escape; some clients escape dots all the same.
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
