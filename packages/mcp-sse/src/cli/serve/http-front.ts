// The HTTP server in front of the handlers: which path is whose, health, TLS, and the refusal of new sessions
// while it drains.

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { CliError } from "../cli-error.ts";
import { pathOf } from "./path-of.ts";
import type { ServeSettings } from "./settings.ts";

/** Node's 5 s make a POST after a pause reconnect, or fail where both sides are just as quick. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** A server that listens. */
export interface HttpFront {
  readonly port: number;
  /** From now on, no new session: GETs are 503, and /readyz says so. */
  drain(): void;
  /** Stops listening, and lets go of every connection. */
  close(): Promise<void>;
}

/** What listens, and where. */
export interface FrontOptions extends Pick<ServeSettings, "host" | "port" | "tls"> {
  /** By path. */
  readonly listeners: ReadonlyMap<string, RequestListener>;
  /** Whether new sessions would find everything that they need. */
  isReady?(): boolean;
  /** The server failed after it had begun to listen. */
  onError(error: Error): void;
}

/** Listens. @throws CliError if that is not possible. */
export async function openFront(options: FrontOptions): Promise<HttpFront> {
  const { host, port, tls, listeners, isReady = () => true, onError } = options;
  let isDraining = false;
  const listener: RequestListener = (req, res) => {
    // What is no path has its refusal in the handlers: any of them says the same.
    const path = pathOf(req.url ?? "");
    if (path === "/healthz") return answer(req, res, 200, "ok\n");
    if (path === "/readyz") {
      if (isDraining) return answer(req, res, 503, "draining\n");
      return isReady() ? answer(req, res, 200, "ready\n") : answer(req, res, 503, "the bus is not up\n");
    }
    const found = listeners.get(path) ?? (path.startsWith("/") ? undefined : [...listeners.values()][0]);
    if (found === undefined) return answer(req, res, 404, "Not found.\n");
    if (isDraining && req.method === "GET") return answer(req, res, 503, "The server is closing.\n");
    found(req, res);
  };
  const server = create(tls, listener);
  await listen(server, host, port);
  server.on("error", onError);
  return {
    port: (server.address() as AddressInfo).port,
    drain() {
      isDraining = true;
    },
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      // Every session has ended: what is left are connections without a request.
      server.closeAllConnections();
      await closed;
    },
  };
}

function create(tls: FrontOptions["tls"], listener: RequestListener): Server {
  const options = { keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS };
  if (tls === undefined) return createServer(options, listener);
  try {
    // Loaded by those who use it: it brings OpenSSL along.
    return process.getBuiltinModule("node:https").createServer({ ...options, ...tls }, listener);
  } catch (error) {
    throw new CliError(`--tls-cert and --tls-key cannot be used: ${(error as Error).message}`);
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(listenFailure(host, port, error.code));
    });
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

/** Why nothing listens, by the system's word for it. */
export function listenFailure(host: string, port: number, code: string | undefined): CliError {
  if (code === "EADDRINUSE") {
    return new CliError(`port ${port} is in use`, {
      hints: ["Choose another with --port, or 0 for a free one."],
    });
  }
  if (code === "EACCES" || code === "EPERM") {
    const hints = ["Ports below 1024 are the system's on most machines: choose a higher one with --port."];
    return new CliError(`port ${port} may not be listened on (${code})`, { hints });
  }
  const hints = code === "EADDRNOTAVAIL" ? ["This machine has no such address: see --host."] : [];
  return new CliError(`cannot listen on ${host}: ${code}`, { hints });
}

function answer({ method }: IncomingMessage, res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": text.length,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(status === 503 && { "retry-after": "5" }),
  });
  res.end(method === "HEAD" ? undefined : text);
}
