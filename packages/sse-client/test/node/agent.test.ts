// Agents that do more than keep sockets: client certificates, and the two ways through a proxy.

import http from "node:http";
import https from "node:https";
import { connect, type Socket } from "node:net";
import tls, { type TLSSocket } from "node:tls";
import { until, verifies } from "@mcp-sse/testkit";
import { CERTIFICATE, KEY } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectSse } from "../../src/connect.ts";
import { block, note } from "../peer/events.ts";
import { openStream } from "../peer/server.ts";
import { serveSse } from "../peer/sse-server.ts";

const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" }) as const;

async function listen(server: http.Server | https.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

/** A server that asks for a certificate, and says whose came with each request. */
async function serveMutualTls() {
  const seen: string[] = [];
  const options = {
    key: KEY,
    cert: CERTIFICATE,
    ca: CERTIFICATE,
    requestCert: true,
    rejectUnauthorized: true,
  };
  const server = https.createServer(options, (request, response) => {
    seen.push(`${request.method} ${String((request.socket as TLSSocket).getPeerCertificate().subject?.CN)}`);
    request.resume();
    if (request.method === "POST") return void response.writeHead(202).end();
    openStream(response);
    response.write(block("endpoint", "/message") + note("hello"));
  });
  return { url: `https://localhost:${await listen(server)}/sse`, seen };
}

type CreateSocket = (error: Error | null, socket?: Socket) => void;

/** An agent whose sockets are tunnels through a proxy. */
function tunnellingAgent(
  kind: typeof http | typeof https,
  proxyPort: number,
  identity: { readonly cert?: string; readonly key?: string } = {},
): http.Agent {
  const agent = new kind.Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return Object.assign(agent, {
    createConnection({ host, port }: { host: string; port: number }, created: CreateSocket): void {
      const asked = http.request({
        host: "127.0.0.1",
        port: proxyPort,
        method: "CONNECT",
        path: `${host}:${port}`,
      });
      asked.on("error", created);
      asked.on("connect", ({ statusCode }, socket) => {
        if (statusCode !== 200) created(new Error("the proxy refused"));
        else if (kind === http) created(null, socket);
        else created(null, tls.connect({ socket, servername: host, ca: CERTIFICATE, ...identity }));
      });
      asked.end();
    },
  });
}

/** A proxy that tunnels and forwards, and notes what it was asked. */
async function serveProxy(): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const proxy = http.createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const { method = "GET", headers, url = "" } = request;
    const onward = http.request(url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  proxy.on("connect", (request, near: Socket) => {
    seen.push(`CONNECT ${request.url}`);
    const { hostname, port } = new URL(`http://${request.url}`);
    const far = connect(Number(port), hostname, () => {
      near.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      near.pipe(far).pipe(near);
    });
    for (const socket of [near, far]) sockets.add(socket.on("error", () => near.destroy()));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { port: await listen(proxy), seen };
}

async function converse(url: string, agent: http.Agent): Promise<void> {
  const connection = await connectSse(url, { agent });
  await Promise.all([1, 2, 3, 4].map((id) => connection.write(ping(id))));
  expect(await connection.read()).toMatchObject({ method: "hello" });
  await connection.close();
}

describe("an agent", () => {
  test("with a client certificate shows it on the GET and on every POST; without, the server refuses", async () => {
    const { url, seen } = await serveMutualTls();
    const bare = new https.Agent({ keepAlive: true, ca: CERTIFICATE });
    const agent = new https.Agent({ keepAlive: true, ca: CERTIFICATE, cert: CERTIFICATE, key: KEY });
    for (const each of [bare, agent]) onTestFinished(() => each.destroy());
    await expect(connectSse(url, { agent: bare })).rejects.toMatchObject({ code: "ERR_SSE_NETWORK" });
    expect(seen).toEqual([]);
    await converse(url, agent);
    expect(seen).toEqual(["GET localhost", ...Array.from({ length: 4 }, () => "POST localhost")]);
  });

  verifies("client.post.fetch", "that tunnels takes the GET and every POST through its proxy", async () => {
    const proxy = await serveProxy();
    const peer = await serveSse({
      onGet(_request, response) {
        openStream(response);
        response.write(block("endpoint", "/message") + note("hello"));
      },
    });
    await converse(peer.url, tunnellingAgent(http, proxy.port));
    // Each connection of the server is one of the proxy's.
    expect(proxy.seen.length).toBe(peer.connections);
    expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT 127.0.0.1:${peer.port}`]));
    expect(peer.posted).toHaveLength(4);
    await until(() => peer.stream.destroyed, "the end of the stream");
  });

  test("that tunnels has TLS end at the server, not at the proxy, client certificate included", async () => {
    const proxy = await serveProxy();
    const { url, seen } = await serveMutualTls();
    const bare = tunnellingAgent(https, proxy.port);
    await expect(connectSse(url, { agent: bare })).rejects.toMatchObject({ code: "ERR_SSE_NETWORK" });
    expect(seen).toEqual([]);
    await converse(url, tunnellingAgent(https, proxy.port, { cert: CERTIFICATE, key: KEY }));
    expect(seen).toHaveLength(5);
    expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT ${new URL(url).host}`]));
  });

  test("that forwards has its proxy asked for whole URLs, the stream's and those of POSTs", async () => {
    const proxy = await serveProxy();
    const peer = await serveSse({
      onGet(_request, response) {
        openStream(response);
        response.write(block("endpoint", "/message") + note("hello"));
      },
    });
    const agent = new http.Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const { addRequest } = agent as unknown as {
      addRequest(request: http.ClientRequest, options: object): void;
    };
    await converse(
      peer.url,
      Object.assign(agent, {
        addRequest(request: http.ClientRequest, options: object): void {
          request.path = `${peer.origin}${request.path}`;
          addRequest.call(agent, request, { ...options, host: "127.0.0.1", port: proxy.port });
        },
      }),
    );
    expect(proxy.seen).toEqual([
      `GET ${peer.url}`,
      ...Array.from({ length: 4 }, () => `POST ${peer.origin}/message`),
    ]);
  });
});

describe("a request that waits for its socket", () => {
  verifies(
    "client.order.fence-timeout",
    "is not overtaken by the cancelled that names it, although connecting takes longer than fenceTimeoutMs",
    async () => {
      const arrived: unknown[] = [];
      const peer = await serveSse({
        onPost(request, response) {
          const message = JSON.parse(request.body);
          arrived.push(message.id ?? message.method);
          response.writeHead(202, { connection: "close" }).end();
        },
      });
      const agent = new http.Agent({ keepAlive: true });
      onTestFinished(() => agent.destroy());
      const waiting: (() => void)[] = [];
      let sockets = 0;
      Object.assign(agent, {
        createConnection({ host, port }: { host: string; port: number }, created: CreateSocket): void {
          const open = () => created(null, connect(port, host));
          // The stream, the first message, the request, the cancelled.
          if (++sockets === 3) waiting.push(open);
          else open();
        },
      });
      const connection = await connectSse(peer.url, { agent, fenceTimeoutMs: 20 });
      onTestFinished(() => connection.close());
      await connection.write(ping(0));
      const writes = [
        connection.write(ping(1)),
        connection.write({
          jsonrpc: "2.0",
          method: "notifications/cancelled",
          params: { requestId: 1 },
        }),
        connection.write(ping(2)),
      ];
      await until(() => waiting.length === 1, "the request at its agent");
      // A fence of its own would have left by now.
      await expect(
        Promise.race([...writes, new Promise((resolve) => setTimeout(resolve, 100, "late"))]),
      ).resolves.toBe("late");
      expect(arrived).toEqual([0]);
      waiting[0]?.();
      await Promise.all(writes);
      expect(arrived).toEqual([0, 1, "notifications/cancelled", 2]);
    },
  );
});
