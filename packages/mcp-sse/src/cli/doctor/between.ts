// What stands between us and the server, by the headers that it leaves.

import { codingsOf } from "./decoded.ts";
import type { Probe } from "./http.ts";

const TRACES: Readonly<Record<string, string>> = {
  "cf-ray": "Cloudflare",
  "x-amz-cf-id": "CloudFront",
  "x-azure-ref": "Azure Front Door",
  "fly-request-id": "Fly.io",
  "x-vercel-id": "Vercel",
  "x-varnish": "Varnish",
  "x-served-by": "Fastly",
};

/** Names of proxies, as far as they can be told; empty for none. */
export function inBetween({ response, header }: Probe): string {
  const names = Object.keys(TRACES).flatMap((name) => (name in response.headers ? (TRACES[name] ?? []) : []));
  const via = header("via");
  const server = /^(nginx|openresty|caddy|haproxy|envoy|traefik|apache|cloudflare)\b/i.exec(
    header("server"),
  )?.[1];
  return [
    ...new Set([...(server === undefined ? [] : [server]), ...names, ...(via === "" ? [] : [`via ${via}`])]),
  ].join(", ");
}

/** What may hold events back: who is in between, and what compresses; empty for nothing that shows. */
export function holdsBack(head: Probe): string {
  const codings = codingsOf(head.header("content-encoding")).join(", ");
  return [inBetween(head), codings === "" ? "" : `Content-Encoding: ${codings}`]
    .filter((each) => each !== "")
    .join(", ");
}
