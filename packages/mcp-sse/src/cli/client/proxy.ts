// The proxy that the environment names, as an agent of node:http(s). The library reads no environment; this does.

import type { Agent as HttpAgent } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
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
  const text = /^[a-z]+:\/\//i.test(value) ? value : `http://${value}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (proxy === undefined || !/^https?:$/.test(proxy.protocol)) {
    throw new CliError(`${name} must be the URL of an HTTP proxy`, {
      hints: ["As in: http://proxy.example.com:3128"],
    });
  }
  return proxy;
}

/** `NO_PROXY`: `*`, or names with their subdomains, addresses, each perhaps with a port, between commas or spaces. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, "");
  const itsPort = port === "" ? PORTS[protocol] : port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const [, bracketed, plain = "", wanted] =
        /^(?:\[([^\]]+)\]|([^:]*|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? [];
      const name = (bracketed ?? plain).replace(/^\*?\./, "");
      if (name === "" || (wanted !== undefined && wanted !== itsPort)) return false;
      return host === name || host.endsWith(`.${name}`);
    });
}
