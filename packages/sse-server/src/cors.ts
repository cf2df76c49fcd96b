// Cross-origin access: off by default, exact origins when on, never a wildcard.
//
//     OPTIONS /sse                              204
//     Origin: https://app.example.com     →     Access-Control-Allow-Origin: https://app.example.com
//     Access-Control-Request-Method: POST       Vary: Origin
//
// Spec: Fetch, "CORS protocol". https://fetch.spec.whatwg.org/#http-cors-protocol

import type { Answer } from "./exchange.ts";
import type { CorsOptions } from "./options.ts";

const ALLOW_HEADERS = ["content-type", "authorization", "mcp-protocol-version", "last-event-id"];
const MAX_AGE_SECONDS = 7_200;

/** The headers of every answer while CORS is on: caches must tell origins apart. */
export function corsHeaders(
  origin: string | undefined,
  { credentials = false }: CorsOptions,
): Record<string, string> {
  if (origin === undefined) return { vary: "Origin" };
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    // What a browser's script needs to see of a refusal.
    "access-control-expose-headers": "www-authenticate, retry-after",
    ...(credentials ? { "access-control-allow-credentials": "true" } : {}),
  };
}

/** The answer to a preflight of an origin that passed; its `corsHeaders` come on top. */
export function preflight({ allowHeaders = [], maxAgeSeconds = MAX_AGE_SECONDS }: CorsOptions): Answer {
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": [...ALLOW_HEADERS, ...allowHeaders].join(", "),
      "access-control-max-age": String(maxAgeSeconds),
    },
    body: "",
    close: false,
  };
}
