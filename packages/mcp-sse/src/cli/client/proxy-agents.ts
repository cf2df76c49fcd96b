// The two ways through an HTTP proxy (RFC 9110 §9.3.6, RFC 9112 §3.2.2): a tunnel for https, the whole URL in the
// request line for http.

import type { ClientRequest, ClientRequestArgs } from "node:http";
import { Agent as HttpAgent, request } from "node:http";
import { Agent as HttpsAgent, request as requestTls } from "node:https";
import { isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";

/** How long a proxy may take to open a tunnel, in ms. */
const TUNNEL_TIMEOUT_MS = 30_000;

type OnSocket = (error: Error | null, socket: Duplex) => void;

/** Asks a proxy for a tunnel, and speaks TLS with the server through it. */
export class TunnelAgent extends HttpsAgent {
  readonly #proxy: URL;

  constructor(proxy: URL) {
    super({ keepAlive: true });
    this.#proxy = proxy;
  }

  override createConnection(options: ClientRequestArgs, onSocket?: OnSocket): Duplex | null | undefined {
    const { host, port } = options;
    const authority = `${host?.includes(":") === true ? `[${host}]` : host}:${port}`;
    const send = this.#proxy.protocol === "https:" ? requestTls : request;
    const tunnel = send({
      ...addressOf(this.#proxy),
      method: "CONNECT",
      path: authority,
      headers: { host: authority, ...authorizationOf(this.#proxy) },
      agent: false,
      timeout: TUNNEL_TIMEOUT_MS,
    });
    const fail = (message: string, code: string): void => {
      tunnel.destroy();
      onSocket?.(Object.assign(new Error(message), { code }), undefined as unknown as Duplex);
    };
    tunnel.once("connect", ({ statusCode = 0 }, socket: Socket) => {
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        fail(`the proxy refused a tunnel with ${statusCode}`, "ERR_PROXY_REFUSED");
        return;
      }
      tunnel.removeAllListeners();
      socket.setTimeout(0);
      const servername = (options as { servername?: string }).servername ?? host ?? "";
      onSocket?.(
        null,
        connectTls({ ...options, host: undefined, path: undefined, socket, servername } as object),
      );
    });
    tunnel.once("timeout", () => fail("the proxy did not answer", "ETIMEDOUT"));
    tunnel.once("error", (error: NodeJS.ErrnoException) =>
      fail("the proxy cannot be reached", error.code ?? "EPROXY"),
    );
    tunnel.end();
    return undefined;
  }
}

/** Sends requests to a proxy, which sends them on. */
export class ForwardingAgent extends HttpAgent {
  readonly #proxy: URL;

  constructor(proxy: URL) {
    super({ keepAlive: true });
    this.#proxy = proxy;
  }

  override createConnection(options: ClientRequestArgs, onSocket?: OnSocket): Duplex | null | undefined {
    if (this.#proxy.protocol === "http:") return super.createConnection(options, onSocket);
    return connectTls({ ...options, path: undefined } as object);
  }

  /** Node's own place for an agent to see a request before its head is written. */
  addRequest(req: ClientRequest, options: ClientRequestArgs): void {
    const { host, port } = options;
    const authority = host?.includes(":") === true ? `[${host}]` : host;
    req.path = `http://${authority}:${port}${req.path}`;
    for (const [name, value] of Object.entries(authorizationOf(this.#proxy))) req.setHeader(name, value);
    const add = Object.getPrototypeOf(ForwardingAgent.prototype).addRequest as typeof this.addRequest;
    add.call(this, req, { ...options, ...addressOf(this.#proxy) });
  }
}

/** Where a proxy is; its own name for TLS, which Node takes from the Host header otherwise: the server's. */
function addressOf(proxy: URL): { host: string; port: number; servername: string } {
  const fallback = proxy.protocol === "https:" ? 443 : 80;
  const host = proxy.hostname.replace(/^\[|\]$/g, "");
  const port = proxy.port === "" ? fallback : Number(proxy.port);
  return { host, port, servername: isIP(host) === 0 ? host : "" };
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}
