// The proxy that the environment names, as an agent of node:http(s). The library reads no environment; this does.

import type { Agent as HttpAgent } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import { BlockList, isIP } from "node:net";
import { CliError } from "../cli-error.ts";
import type { Terminal } from "../terminal.ts";
import { ForwardingAgent, TunnelAgent } from "./proxy-agents.ts";

const PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** The agent for a server's URL; `undefined` where it is reached directly, as by default. @throws CliError */
export function agentFor(url: URL, env: Terminal["env"]): HttpAgent | HttpsAgent | undefined {
  const proxy = proxyFor(url, env);
  if (proxy === undefined) return undefined;
  return url.protocol === "https:" ? new TunnelAgent(proxy) : new ForwardingAgent(proxy);
}

/** The proxy for a URL, by the rules that curl goes by. @throws CliError for one that cannot be used. */
export function proxyFor(url: URL, env: Terminal["env"]): URL | undefined {
  const names = url.protocol === "https:" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"];
  const name = [...names, "all_proxy", "ALL_PROXY"].find((each) => (env[each] ?? "") !== "");
  if (name === undefined || isExcepted(url, env.no_proxy ?? env.NO_PROXY ?? "")) return undefined;
  const value = env[name] ?? "";
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (proxy === undefined || !/^https?:$/.test(proxy.protocol) || !isDecodable(proxy)) {
    throw new CliError(`${name} must be the URL of an HTTP proxy`, {
      hints: ["As in: http://proxy.example.com:3128"],
    });
  }
  return proxy;
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/**
 * `NO_PROXY`: `*`, or names with their subdomains, addresses, networks (`10.0.0.0/8`), between commas or spaces; each
 * name and address perhaps with a port.
 */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, "");
  const itsPort = port === "" ? PORTS[protocol] : port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      if (entry.includes("/")) return isIn(host, entry);
      const [, bracketed, plain = "", wanted] =
        /^(?:\[([^\]]+)\]|([^:]*|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? [];
      const name = (bracketed ?? plain).replace(/^\*?\./, "").replace(/\.$/, "");
      if (name === "" || (wanted !== undefined && wanted !== itsPort)) return false;
      return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
    });
}

/** Whether a host is an address of a network in CIDR notation. */
function isIn(host: string, network: string): boolean {
  const [, address = "", bits = ""] = /^([^/]+)\/(\d{1,3})$/.exec(network) ?? [];
  const version = isIP(address);
  if (version === 0 || version !== isIP(host) || Number(bits) > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family);
  return list.check(host, family);
}
