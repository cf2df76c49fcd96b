// Node hands over the first `server.maxHeadersCount` headers of a request, 1 000 unless somebody set it. Since Node 22 it
// answers 431 past that; Node 20 drops the rest without a word, and an Origin, a second Host or a Content-Encoding that was
// sent looks like none.

import type { NodeRequest } from "./node-http.ts";

/** How many headers a request may have at most, whatever its server takes: one fewer than Node's own default. */
export const MAX_HEADERS = 999;

/** Whether headers of a request may be missing. That its limit was reached is all that Node lets us see. */
export function mayLackHeaders({ rawHeaders, httpVersionMajor, socket }: NodeRequest): boolean {
  const count = rawHeaders.length / 2;
  if (count > MAX_HEADERS) return true;
  // HTTP/2 resets a stream with more than it takes.
  if (httpVersionMajor !== 1) return false;
  const limit = socket.server?.maxHeadersCount;
  return typeof limit === "number" && limit > 0 && count >= limit;
}
