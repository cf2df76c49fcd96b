// Where a server listens, and what that address is called in a URL.

import { BlockList, isIPv6 } from "node:net";

/** Whether nobody but this machine can reach it. A name counts only if it is `localhost`. */
export function isLoopback(host: string): boolean {
  // The usual ones at once: Node takes its time to compile what an address may look like.
  if (host === "127.0.0.1" || host === "::1" || host.toLowerCase() === "localhost") return true;
  const loopback = new BlockList();
  loopback.addSubnet("127.0.0.0", 8, "ipv4");
  loopback.addAddress("::1", "ipv6");
  return loopback.check(host, isIPv6(host) ? "ipv6" : "ipv4");
}

/** What to write into a URL: an address that means "all" means this machine to whoever is on it. */
export function hostInUrl(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
