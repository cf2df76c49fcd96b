// Redirects, decided here and not by the runtime: it would take credentials along to another origin.

import type { HttpAnswer } from "./http.ts";
import { resolveUrl } from "./origin.ts";

/** Tells whether an answer sends elsewhere. A browser shows that as status 0. */
export function isRedirect({ status }: HttpAnswer): boolean {
  return [0, 301, 302, 303, 307, 308].includes(status);
}

/** Where an answer sends, if that is on the origin that sent it; `undefined` for everything else. */
export function redirectTarget(answer: HttpAnswer, from: URL): URL | undefined {
  const location = answer.header("location");
  return location === null ? undefined : resolveUrl(location, from);
}
