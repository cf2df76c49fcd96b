import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectSse } from "../../src/connect.ts";
import { createHttpClient } from "../../src/node/request.ts";
import { note } from "../peer/events.ts";
import { serve } from "../peer/server.ts";
import { serveSse } from "../peer/sse-server.ts";

const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" }) as const;

/** Every request that node:http makes while the test runs. */
function watchRequests(): http.ClientRequest[] {
  const requests: http.ClientRequest[] = [];
  const onStart = (message: unknown) => requests.push((message as { request: http.ClientRequest }).request);
  subscribe("http.client.request.start", onStart);
  onTestFinished(() => {
    unsubscribe("http.client.request.start", onStart);
  });
  return requests;
}

describe("requests on Node", () => {
  test("go through node:http, over sockets that are used again", async () => {
    const requests = watchRequests();
    const peer = await serveSse();
    const connection = await connectSse(peer.url);
    onTestFinished(() => connection.close());
    for (let id = 0; id < 20; id++) await connection.write(ping(id));
    expect(requests).toHaveLength(21);
    // One for the stream and one for POSTs, or few more: an answer's body may end after its write has resolved.
    expect(peer.connections).toBeLessThan(6);
    expect(peer.received.at(-1)?.headers).toMatchObject({
      "content-length": String(JSON.stringify(ping(19)).length),
      connection: "keep-alive",
    });
  });

  test("let no header of an application speak of the hop or of the body", async () => {
    const peer = await serveSse();
    const headers = {
      "Content-Length": "1",
      "Transfer-Encoding": "chunked",
      Connection: "close",
      TE: "x",
      Expect: "y",
    };
    const connection = await connectSse(peer.url, { headers: { ...headers, "x-own": "z" } });
    onTestFinished(() => connection.close());
    await connection.write(ping(1));
    expect(peer.posted).toEqual([ping(1)]);
    for (const { headers: received } of peer.received) {
      expect(received).toMatchObject({ "x-own": "z", connection: "keep-alive" });
      for (const name of ["transfer-encoding", "te", "expect"]) expect(received[name]).toBeUndefined();
    }
  });

  test("tell that they have left, unless they were answered before", async () => {
    let isEarly = false;
    const server = http.createServer((request, response) => {
      if (isEarly) response.writeHead(401).write("early");
      request.resume().on("end", () => response.end("late"));
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const client = createHttpClient(undefined);
    onTestFinished(() => client.close());
    const told: string[] = [];
    for (const name of ["asked", "refused"]) {
      const body = "x".repeat(16 * 1024 * 1024);
      const exchange = client.send({ method: "POST", url, headers: {}, body });
      exchange.onSent(() => told.push(name));
      const answer = await exchange.answer;
      // The server ends its answer when it has the whole request.
      await answer.discard();
      isEarly = true;
    }
    expect(told).toEqual(["asked"]);
  });

  test("carry characters of every length", async () => {
    const peer = await serveSse();
    const connection = await connectSse(peer.url);
    onTestFinished(() => connection.close());
    const message = { ...ping(1), params: { text: "aé中😀" } };
    await connection.write(message);
    expect(peer.posted).toEqual([message]);
  });

  verifies("client.node.no-body-timeout", "have no time limit on the stream (K03)", async () => {
    const requests = watchRequests();
    const peer = await serveSse();
    const connection = await connectSse(peer.url);
    onTestFinished(() => connection.close());
    const [get] = requests;
    expect(get?.socket).toBeDefined();
    expect(get?.socket?.timeout ?? 0).toBe(0);
  });

  verifies(
    "client.node.no-body-timeout",
    "survive the time limit of an agent: it is for idle sockets (K03)",
    async () => {
      const requests = watchRequests();
      const agent = new http.Agent({ keepAlive: true, timeout: 20 });
      onTestFinished(() => agent.destroy());
      const peer = await serveSse();
      const connection = await connectSse(peer.url, { agent });
      onTestFinished(() => connection.close());
      const { socket } = requests[0] ?? {};
      await new Promise<void>((resolve) => socket?.setTimeout(20, resolve));
      peer.stream.write(note("still here"));
      expect(await connection.read()).toMatchObject({ method: "still here" });
    },
  );

  test("use a given agent for GET and POSTs, and leave it to its owner", async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 3 });
    onTestFinished(() => agent.destroy());
    const peer = await serveSse();
    const connection = await connectSse(peer.url, { agent });
    await Promise.all([1, 2, 3, 4, 5, 6].map((id) => connection.write(ping(id))));
    expect(peer.connections).toBeLessThanOrEqual(3);
    await connection.close();
    await until(() => peer.stream.destroyed, "the end of the stream");
    expect(Object.values(agent.freeSockets).flat().length).toBeGreaterThan(0);
    const again = await connectSse(peer.url, { agent });
    await again.close();
    expect(peer.connections).toBeLessThanOrEqual(4);
  });

  test("are given up also while they wait for a socket of their agent", async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const peer = await serveSse();
    // The stream has the only socket.
    const connection = await connectSse(peer.url, { agent, postTimeoutMs: 50 });
    onTestFinished(() => connection.close());
    await expect(connection.write(ping(1))).rejects.toMatchObject({ code: "ERR_SSE_POST_TIMEOUT" });
    expect(peer.posted).toEqual([]);
  });

  test("fail at once where a server switches protocols, which leaves no answer", async () => {
    const peer = await serveSse({
      onPost(_request, response) {
        response.socket?.write(
          "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
        );
      },
    });
    const connection = await connectSse(peer.url);
    onTestFinished(() => connection.close());
    await expect(connection.write(ping(1))).rejects.toMatchObject({ code: "ERR_SSE_NETWORK" });
  });

  test("refuse what is no agent, and an agent of the other scheme", async () => {
    expect(() => createHttpClient({ agent: {} })).toThrow(TypeError);
    expect(() => createHttpClient({ agent: "agent" })).toThrow(TypeError);
    const peer = await serve(() => {});
    const agent = new https.Agent();
    await expect(connectSse(`${peer.origin}/sse`, { agent })).rejects.toMatchObject({
      code: "ERR_SSE_NETWORK",
      cause: { code: "ERR_INVALID_PROTOCOL" },
    });
    expect(peer.connections).toBe(0);
  });

  test("leave no socket when the client is closed", async () => {
    const peer = await serve((_request, response) => response.end("x"));
    const client = createHttpClient();
    const send = () => client.send({ method: "GET", url: new URL(peer.origin), headers: {} });
    await (await send().answer).discard();
    const unread = await send().answer;
    expect(unread.status).toBe(200);
    expect(peer.sockets.size).toBeGreaterThan(0);
    client.close();
    await until(() => peer.sockets.size === 0, "the end of every socket");
  });

  test("show an answer to an application, with every header", async () => {
    const peer = await serve((_request, response) =>
      response
        .writeHead(401, [
          ["www-authenticate", "Bearer a"],
          ["www-authenticate", "Basic b"],
          ["set-cookie", "c=1"],
          ["set-cookie", "d=2"],
        ] as unknown as http.OutgoingHttpHeader[])
        .end("why"),
    );
    const client = createHttpClient();
    onTestFinished(() => client.close());
    const answer = await client.send({ method: "GET", url: new URL(peer.origin), headers: {} }).answer;
    expect(answer.header("www-authenticate")).toBe("Bearer a, Basic b");
    expect(answer.header("none")).toBeNull();
    const response = answer.toResponse();
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual(["c=1", "d=2"]);
    expect(await response.text()).toBe("why");
  });

  test("read a long body for nobody only so far", async () => {
    const peer = await serve((_request, response) => {
      response.writeHead(202);
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        if (!response.destroyed) response.once("drain", write);
      };
      write();
    });
    const client = createHttpClient();
    onTestFinished(() => client.close());
    await (await client.send({ method: "GET", url: new URL(peer.origin), headers: {} }).answer).discard();
    await until(() => peer.sockets.size === 0, "the end of the socket");
  });

  test("reach IPv6 addresses", async () => {
    const server = http.createServer((_request, response) => response.end("six"));
    const listening = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(0, "::1", () => resolve(true));
    });
    onTestFinished(() => void server.close());
    const url = new URL(`http://[::1]:${listening ? (server.address() as { port: number }).port : 1}/`);
    const client = createHttpClient();
    onTestFinished(() => client.close());
    const status = await client.send({ method: "GET", url, headers: {} }).answer.then(
      (answer) => answer.status,
      (error: NodeJS.ErrnoException) => error.code,
    );
    // Without IPv6 on this machine the address is still understood as one.
    expect(listening ? [200] : ["ECONNREFUSED", "EADDRNOTAVAIL", "ENETUNREACH"]).toContain(status);
  });
});
