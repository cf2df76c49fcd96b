// Hosts and origins as text: parsed without a URL, because a URL parser repairs what must be refused.
//
//     Host:   Example.COM.:8080          name "example.com", port "8080"
//     Origin: http://[::1]:3000          scheme "http", name "[::1]", port "3000"
//
// Spec: RFC 9110 §7.2 Host, RFC 6454 §7 Origin.

/** A host as it is compared: name in lower case, without a trailing dot. */
export interface Host {
  readonly name: string;
  /** Digits; `""` where none was written. */
  readonly port: string;
}

/** An origin as it is compared. */
export interface Origin extends Host {
  readonly scheme: string;
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_-])?\.?)(?::(\d{1,5}))?$/;
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\s]+)$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443" };

/** Parses `host` or `host:port`; `undefined` if it is anything else. */
export function parseHost(value: string): Host | undefined {
  const match = HOST.exec(value.toLowerCase());
  if (match === null) return undefined;
  const [, name = "", port = ""] = match;
  if (port !== "" && Number(port) > 65_535) return undefined;
  return { name: name.endsWith(".") ? name.slice(0, -1) : name, port };
}

/** Parses one serialized origin; `undefined` for anything else, `null` and lists of origins among it. */
export function parseOrigin(value: string): Origin | undefined {
  const match = ORIGIN.exec(value.toLowerCase());
  if (match === null) return undefined;
  const [, scheme = "", authority = ""] = match;
  const host = parseHost(authority);
  return host === undefined ? undefined : { scheme, ...host };
}

/** Whether a page of that origin was loaded from that host; a port that is not written is the scheme's. */
export function isOriginOf({ scheme, name, port }: Origin, host: Host): boolean {
  const fallback = DEFAULT_PORTS[scheme];
  if (fallback === undefined) return false;
  return name === host.name && (port || fallback) === (host.port || fallback);
}

/** Whether a name means this machine to whoever resolves it. */
export function isLoopback(name: string): boolean {
  return name === "localhost" || name === "127.0.0.1" || name === "[::1]";
}
