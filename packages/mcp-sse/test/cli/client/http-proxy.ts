// A proxy of a few lines, which forwards and tunnels, and asks for credentials where some are given.

import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** What a proxy was asked. */
export interface SeenByProxy {
  readonly way: "forward" | "tunnel";
  readonly target: string;
  readonly authorization: string | undefined;
}

export interface ProxyOptions {
  /** `user:password` */
  readonly credentials?: string;
  /** Speaks TLS itself. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Starts it on a free port, until the test is over. */
export async function startHttpProxy({ credentials, tls }: ProxyOptions = {}): Promise<{
  readonly port: number;
  readonly seen: SeenByProxy[];
}> {
  const seen: SeenByProxy[] = [];
  const isLetIn = (way: SeenByProxy["way"], { url = "", headers }: IncomingMessage): boolean => {
    const authorization = headers["proxy-authorization"];
    seen.push({ way, target: url, authorization });
    const wanted = `Basic ${Buffer.from(credentials ?? "").toString("base64")}`;
    return credentials === undefined || authorization === wanted;
  };
  const proxy: Server = tls === undefined ? createServer() : createTlsServer(tls);
  proxy.on("request", (req: IncomingMessage, res) => {
    if (!isLetIn("forward", req)) return void res.writeHead(407).end();
    const { "proxy-authorization": _own, ...headers } = req.headers;
    const { url = "", method = "GET" } = req;
    const onward = request(url, { method, headers, agent: false }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      res.flushHeaders();
      answer.pipe(res);
    });
    onward.on("error", () => res.destroy());
    res.once("close", () => onward.destroy());
    req.pipe(onward);
  });
  const sockets = new Set<Socket>();
  proxy.on("connect", (req: IncomingMessage, socket: Socket) => {
    sockets.add(socket.on("error", () => {}));
    if (!isLetIn("tunnel", req)) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const { hostname, port } = new URL(`http://${req.url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    sockets.add(onward.on("error", () => socket.destroy()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.closeAllConnections();
    proxy.close();
  });
  return { port: (proxy.address() as AddressInfo).port, seen };
}
