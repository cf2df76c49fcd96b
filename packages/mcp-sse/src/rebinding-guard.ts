// The SDK's protection against DNS rebinding, as its SSEServerTransport has it: exact values, off by default.

import type { NodeRequest } from "@mcp-sse/sse-server/node";

/** Options of the SDK's `SSEServerTransport`. */
export interface DnsRebindingOptions {
  /** Whether the lists below are looked at. @defaultValue false: as in the SDK. */
  readonly enableDnsRebindingProtection?: boolean | undefined;
  /** `Host` values that POSTs may carry, port included. Empty or absent: any. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** `Origin` values that POSTs may carry, if they carry one. Empty or absent: any. */
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** Names the header for which a POST is refused; `undefined` if it passes. */
export function refusedHeader(
  { headers, rawHeaders }: NodeRequest,
  options: DnsRebindingOptions,
): "Host" | "Origin" | undefined {
  const { enableDnsRebindingProtection = false, allowedHosts = [], allowedOrigins = [] } = options;
  if (!enableDnsRebindingProtection) return undefined;
  if (allowedHosts.length > 0) {
    // Node keeps the first of several.
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
    const host = headers[":authority"] ?? headers.host;
    if (hosts.length > 1 || typeof host !== "string" || !allowedHosts.includes(host)) return "Host";
  }
  if (allowedOrigins.length > 0) {
    const { origin } = headers;
    if (origin !== undefined && !(typeof origin === "string" && allowedOrigins.includes(origin)))
      return "Origin";
  }
  return undefined;
}
