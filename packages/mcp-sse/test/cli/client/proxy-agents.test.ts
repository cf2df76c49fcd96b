import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { serveMcp } from "../mcp-peer.ts";
import { runMain } from "../run-main.ts";

/** A proxy that forwards and tunnels, and asks for credentials where some are given. */
async function startProxy(credentials?: string) {
  const seen: { way: string; target: string; authorization: string | undefined }[] = [];
  const isLetIn = (way: string, { url = "", headers }: IncomingMessage): boolean => {
    const authorization = headers["proxy-authorization"];
    seen.push({ way, target: url, authorization });
    return (
      credentials === undefined || authorization === `Basic ${Buffer.from(credentials).toString("base64")}`
    );
  };
  const sockets = new Set<Socket>();
  const proxy = createServer((req, res) => {
    if (!isLetIn("forward", req)) return void res.writeHead(407).end();
    const { "proxy-authorization": _own, ...headers } = req.headers;
    const onward = httpRequest(req.url ?? "", { method: req.method, headers, agent: false }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      res.flushHeaders();
      answer.pipe(res);
    });
    onward.on("error", () => res.destroy());
    res.once("close", () => onward.destroy());
    req.pipe(onward);
  });
  proxy.on("connect", (req, socket: Socket) => {
    if (!isLetIn("tunnel", req)) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const { hostname, port } = new URL(`http://${req.url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    for (const each of [socket, onward]) sockets.add(each.on("error", () => {}));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.closeAllConnections();
    proxy.close();
  });
  return { port: (proxy.address() as AddressInfo).port, seen };
}

describe("through a proxy", () => {
  test("http is forwarded, with the proxy's credentials and under the server's own name", async () => {
    const proxy = await startProxy("user:p@ss");
    const peer = await serveMcp();
    const env = { HTTP_PROXY: `http://user:p%40ss@127.0.0.1:${proxy.port}` };
    const { code, err } = await runMain(["ping", peer.url.href], { env });
    expect([code, err]).toEqual([0, ""]);
    expect(new Set(proxy.seen.map(({ way, target }) => [way, target].join(" ")))).toEqual(
      new Set([`forward ${peer.url.href}`, `forward ${new URL("/m", peer.url).href}`]),
    );
    for (const { headers } of peer.requests) {
      expect(headers.host).toBe(peer.url.host);
      expect(headers["proxy-authorization"]).toBeUndefined();
    }
  });

  test("nothing goes that NO_PROXY names", async () => {
    const proxy = await startProxy();
    const peer = await serveMcp();
    const env = { HTTP_PROXY: `127.0.0.1:${proxy.port}`, NO_PROXY: "127.0.0.0/8" };
    expect((await runMain(["ping", peer.url.href], { env })).code).toBe(0);
    expect(proxy.seen).toEqual([]);
  });

  test.each(["http", "https"])("that refuses, %s fails, and no password is told", async (scheme) => {
    const proxy = await startProxy("user:other");
    const env = { ALL_PROXY: `http://user:secret@127.0.0.1:${proxy.port}` };
    const { code, err } = await runMain(["ping", `${scheme}://server.invalid/sse`], { env });
    expect(code).toBe(1);
    expect(err).toContain("407");
    expect(err).not.toContain("secret");
    expect(proxy.seen[0]).toMatchObject({
      way: scheme === "http" ? "forward" : "tunnel",
      authorization: expect.any(String),
    });
  });

  test.each(["http", "https"])("that is not there, %s fails", async (scheme) => {
    const env = { ALL_PROXY: "http://127.0.0.1:1" };
    const { code, err } = await runMain(["ping", `${scheme}://server.invalid/sse`], { env });
    expect(code).toBe(1);
    expect(err).toContain("ECONNREFUSED");
  });
});
