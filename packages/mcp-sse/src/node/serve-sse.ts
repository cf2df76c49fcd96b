// An HTTP server around createMcpSseHandler: one call from a server object to a URL.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { SseHandler, SseHandlerOptions, SseRequest } from "@mcp-sse/sse-server";
import { toNodeListener } from "@mcp-sse/sse-server/node";
import { createMcpSseHandler } from "../mcp-handler.ts";
import type { Connectable } from "../sdk-transport.ts";
import { hostInUrl, isLoopback } from "./listen-address.ts";

/** Options of {@link serveSse}: those of the handler, and where to listen. */
export interface ServeSseOptions extends SseHandlerOptions {
  /** A whole number from 0 to 65 535. @defaultValue 0: a free one */
  readonly port?: number | undefined;
  /** A name or an address. Anything but loopback needs `allowedHosts`. @defaultValue "127.0.0.1" */
  readonly host?: string | undefined;
  /** Of the SSE endpoint, for GET and POST; other paths are 404. @defaultValue "/sse" */
  readonly path?: string | undefined;
}

/** A listening server. */
export interface SseServer {
  /** The SSE endpoint: what a client connects to. */
  readonly url: URL;
  readonly port: number;
  readonly handler: SseHandler;
  /**
   * Stops listening, ends every session within `graceMs` (5 000), and lets go of every connection. The same promise
   * at every call.
   *
   * @throws RangeError if `graceMs` is neither 0 nor what a limit in ms may be.
   */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/**
 * How long an idle connection is kept for the client's next POST, in ms.
 *
 * Node's 5 s make a POST after a pause reconnect, or fail where both sides are just as quick; proxies keep theirs 60 s.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** How often Node looks for heads and bodies past its deadlines, in ms: in its 30 s a slow peer outlives them by half. */
const CHECK_INTERVAL_MS = 5_000;

/** How long answers under way may take to leave when all sessions have ended, in ms. */
const LAST_ANSWERS_MS = 1_000;

/**
 * Serves MCP over HTTP+SSE on a port of its own.
 *
 * @param getServer - makes the server of one session; see `createMcpSseHandler`.
 * @returns once it listens.
 * @throws TypeError if `host` is not loopback and `allowedHosts` is absent: every page that a browser loads could
 *   otherwise reach the server (DNS rebinding); if `getServer` is no function. RangeError for another option that
 *   cannot be. What `listen` met. Nothing listens then.
 */
export async function serveSse(
  getServer: (request: SseRequest) => Connectable | Promise<Connectable>,
  options: ServeSseOptions = {},
): Promise<SseServer> {
  // `serveSse(getServer, 3000)` would listen on another port, without a word.
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`options must be an object, got ${options === null ? "null" : typeof options}`);
  }
  const { port = 0, host = "127.0.0.1", path = "/sse", ...handlerOptions } = options;
  checkPort(port);
  checkHost(host);
  if (!/^\/(?![/\\])[^?#\s]*$/.test(path))
    throw new RangeError(`path must be an absolute path, got "${path}"`);
  if (!isLoopback(host) && isEmpty(options.allowedHosts)) {
    throw new TypeError("allowedHosts must name the hosts that clients use, where host is not loopback");
  }
  const handler = createMcpSseHandler(getServer, { ...handlerOptions, allowedHosts: withOwn(host, options) });
  const listener = toNodeListener(handler);
  // As clients write it: a URL parser escapes, and takes dot segments off.
  const { pathname } = new URL(path, "http://localhost");
  const elsewhere = options.endpoint !== undefined;
  const timeouts = {
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
  };
  const server = createServer(timeouts, (req, res) => {
    if (isFor(pathname, req, elsewhere)) listener(req, res);
    else notFound(res);
  });
  try {
    await listen(server, port, host);
  } catch (error) {
    await handler.close();
    throw error;
  }
  let warned = false;
  // Accepting may fail later on, for want of descriptors: without a listener that would end the process. The observer may
  // fail as well, and has nobody to tell.
  server.on("error", (error) => {
    const { observer } = options;
    if (observer?.error === undefined) {
      if (!warned) process.emitWarning(`the server failed: ${error.message}`, { type: "McpSseWarning" });
      warned = true;
      return;
    }
    Promise.resolve({ session: undefined, error })
      .then((event) => observer.error?.(event))
      .catch(() => {});
  });
  const address = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  return {
    url: new URL(path, `http://${hostInUrl(host)}:${address.port}`),
    port: address.port,
    handler,
    close(closeOptions) {
      // Throws before anything is closed. Its observers may call `close` again.
      const ended = handler.close(closeOptions);
      closing ??= close(server, ended);
      return closing;
    },
  };
}

function checkPort(port: unknown): void {
  // Node takes other strings for the path of a Unix socket, and creates it.
  if (typeof port === "number" && Number.isInteger(port) && port >= 0 && port <= 65_535) return;
  const got = typeof port === "string" ? `"${port}"` : String(port);
  throw new RangeError(`port must be a whole number from 0 to 65535, got ${got}`);
}

/** What is no host in a URL could be listened on, but nobody could be told where. */
function checkHost(host: unknown): void {
  if (typeof host === "string" && /^[^/\\?#@\s]+$/.test(host) && URL.canParse(`http://${hostInUrl(host)}:1/`))
    return;
  throw new RangeError(
    `host must be a name or an address, got ${typeof host === "string" ? `"${host}"` : typeof host}`,
  );
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}

async function close(server: Server, ended: Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  await ended;
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS);
  await closed;
  clearTimeout(timer);
}

/** Whether a request is the handler's. One whose target is no path is: it has the right refusal. */
function isFor(path: string, { method, url = "" }: IncomingMessage, elsewhere: boolean): boolean {
  if (!/^\/(?![/\\])/.test(url)) return true;
  const query = url.indexOf("?");
  if ((query === -1 ? url : url.slice(0, query)) === path) return true;
  // With an `endpoint` of its own, clients POST to other paths than they GET.
  return elsewhere && method !== "GET" && method !== "HEAD";
}

function notFound(response: ServerResponse): void {
  const text = "Not found.\n";
  response
    .writeHead(404, {
      "content-type": "text/plain; charset=utf-8",
      "content-length": text.length,
      "x-content-type-options": "nosniff",
    })
    .end(text);
}

function isEmpty(hosts: SseHandlerOptions["allowedHosts"]): boolean {
  return hosts === undefined || hosts.length === 0;
}

/** 127.0.0.2 is loopback as well, and so is ::ffff:127.0.0.1: whoever asks for it by that address may. */
function withOwn(
  host: string,
  { allowedHosts = [] }: SseHandlerOptions,
): NonNullable<SseHandlerOptions["allowedHosts"]> {
  // Whatever is no list is left to the handler to refuse.
  if (!Array.isArray(allowedHosts) || !isLoopback(host)) return allowedHosts;
  return [...allowedHosts, new URL(`http://${hostInUrl(host)}`).hostname];
}
