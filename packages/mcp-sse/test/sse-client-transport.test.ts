import { until, verifies } from "@mcp-sse/testkit";
import {
  SseError as SseErrorV2,
  UnauthorizedError as UnauthorizedErrorV2,
} from "@modelcontextprotocol/client";
import { SSEServerTransport as SdkServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { SSEClientTransportOptions } from "../src/client-options.ts";
import { SSEClientTransport } from "../src/sse-client-transport.ts";
import { accept, openStream, serve, serveExpress, servePeer } from "./peer.ts";
import { createClient, createServer, type TestServer, versions } from "./sdk.ts";
import { request } from "./support.ts";

/** Bun's fetch does not say whether a request that broke had a connection. */
const NOBODY_LISTENS =
  "Bun" in globalThis
    ? /^(SSE error: )?the request broke/
    : /^(SSE error: )?could not connect \(ECONNREFUSED\)$/;

function create(url: URL | string, options?: SSEClientTransportOptions) {
  const transport = new SSEClientTransport(url, options);
  const onclose = vi.fn();
  const onerror = vi.fn();
  Object.assign(transport, { onclose, onerror, onmessage: vi.fn() });
  onTestFinished(() => transport.close());
  return { transport, onclose, onerror };
}

describe.each(versions)("a client of SDK %s with our transport, at a server with the SDK's", (version) => {
  async function connect() {
    const servers: TestServer[] = [];
    const served = await serveExpress(SdkServerTransport, () => {
      const server = createServer("v1");
      servers.push(server);
      return server;
    });
    const client = createClient(version);
    const transport = new SSEClientTransport(served.url);
    await client.connect(transport);
    onTestFinished(() => client.close());
    return { ...served, client, transport, servers };
  }

  verifies("sdk.client.drop-in", "holds a conversation", async () => {
    const { client, servers } = await connect();
    expect(await client.call("echo", { text: "é中😀" })).toBe("é中😀");
    expect(JSON.parse(await client.call("roots"))).toEqual([{ uri: "file:///home", name: "home" }]);
    await client.close();
    await until(() => (servers[0]?.closes() ?? 0) > 0);
  });

  verifies("sdk.progress", "gets 100 of 100 progress notifications of the tick of the result", async () => {
    const { client } = await connect();
    const seen: number[] = [];
    await client.call("burst", { count: 100 }, { onprogress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  verifies(
    "sdk.protocol-version",
    "sends mcp-protocol-version with every POST after initialize",
    async () => {
      const { client, posts } = await connect();
      await client.ping();
      const [initialize, ...later] = posts.map((headers) => headers["mcp-protocol-version"]);
      expect(initialize).toBeUndefined();
      expect(later.length).toBeGreaterThanOrEqual(2);
      expect(new Set(later).size).toBe(1);
      expect(later[0]).toMatch(/^\d{4}-\d\d-\d\d$/);
    },
  );

  test("K01: ends once when the stream drops, fails what is pending, and opens no other", async () => {
    const { client, servers, transports } = await connect();
    const onclose = vi.fn();
    client.onclose = onclose;
    const call = client.call("wait");
    await until(() => servers[0]?.waiting.length === 1);
    await Object.values(transports)[0]?.close();
    await expect(call).rejects.toThrow("Connection closed");
    expect(onclose).toHaveBeenCalledTimes(1);
    expect(servers.length).toBe(1);
  });

  verifies("sdk.close.reentrant", "K14: closes once when its onclose closes it", async () => {
    const { client, transport } = await connect();
    const onclose = vi.fn(() => void client.close().then(() => transport.close()));
    client.onclose = onclose;
    await client.close();
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  verifies("sdk.client.session-id", "sends initialize, for it has no sessionId", async () => {
    const { transport } = await connect();
    for (const field of ["sessionId", "hasPerRequestStream", "stderr", "pid"]) {
      expect([field, field in transport]).toEqual([field, false]);
    }
  });
});

describe("SSEClientTransport", () => {
  test("takes the words of the SDK for a use out of turn", async () => {
    const { url } = await servePeer();
    const { transport } = create(url);
    await expect(transport.send(request(1))).rejects.toMatchObject({
      message: "Not connected",
      code: "ERR_TRANSPORT_NOT_CONNECTED",
    });
    await transport.start();
    await expect(transport.start()).rejects.toMatchObject({
      message:
        "SSEClientTransport already started! If using Client class, note that connect() calls start() automatically.",
      code: "ERR_TRANSPORT_STARTED",
    });
    await transport.close();
    await expect(transport.send(request(1))).rejects.toMatchObject({
      message: "Not connected",
      code: "ERR_TRANSPORT_NOT_CONNECTED",
    });
  });

  test("tells onerror what broke its stream", async () => {
    const { url, streams } = await servePeer();
    const { transport, onerror, onclose } = create(url);
    await transport.start();
    streams[0]?.destroy();
    await until(() => onclose.mock.calls.length === 1);
    expect(onerror.mock.calls).toEqual([
      [
        expect.objectContaining({
          code: "ERR_CONNECTION_CLOSED",
          message: "connection ended: network (ECONNRESET)",
        }),
      ],
    ]);
  });

  test("refuses a URL that is not absolute, and repeats none of it", () => {
    const text = "url must be absolute, as in http://127.0.0.1:3000/sse";
    expect(() => new SSEClientTransport("/sse?token=secret")).toThrow(new TypeError(text));
  });

  test.each([401, 403, 404, 405, 500])("fails to start with the status %i as code", async (status) => {
    const { url } = await servePeer({
      get: (_request, response) => response.writeHead(status).end("secret"),
    });
    const { transport, onclose, onerror } = create(url);
    const error: unknown = await transport.start().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: "SseError",
      code: status,
      message: `SSE error: Non-200 status code (${status})`,
      event: { type: "error", code: status },
      cause: { code: status === 401 ? "ERR_SSE_UNAUTHORIZED" : "ERR_SSE_STATUS" },
    });
    expect(error).toBeInstanceOf(SseErrorV2);
    expect(onerror.mock.calls).toEqual([[error]]);
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  test("fails to start where the answer is no event stream, and where nobody listens", async () => {
    const { url } = await servePeer({ get: (_request, response) => response.writeHead(200).end("{}") });
    await expect(create(url).transport.start()).rejects.toMatchObject({
      message: 'SSE error: Invalid content type, expected "text/event-stream"',
    });
    const { url: gone } = await serve(() => {});
    gone.port = "1";
    await expect(create(gone).transport.start()).rejects.toMatchObject({
      name: "SseError",
      code: undefined,
      message: expect.stringMatching(NOBODY_LISTENS),
      cause: { code: "ERR_SSE_NETWORK" },
    });
  });

  test("X04: refuses an endpoint on another origin, and sends nothing there", async () => {
    const other = await serve(accept);
    const { url } = await servePeer({
      get: (seen, response) => openStream(seen, response, new URL("/m", other.url).href),
    });
    const { transport } = create(url);
    await expect(transport.start()).rejects.toMatchObject({
      message: "SSE error: Endpoint origin does not match connection origin",
      cause: { code: "ERR_SSE_ENDPOINT_ORIGIN" },
    });
    await expect(transport.send(request(1))).rejects.toMatchObject({ message: "Not connected" });
    expect(other.requests).toEqual([]);
  });

  test("rejects a send that is refused, tells onerror, and lives", async () => {
    const answers = [500, 404, 202];
    const { url } = await servePeer({
      post: (_request, response) => response.writeHead(answers.shift() ?? 202).end("secret"),
    });
    const { transport, onclose, onerror } = create(url);
    await transport.start();
    for (const status of [500, 404]) {
      const error: unknown = await transport.send(request(1)).catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        message: `Error POSTing to endpoint (HTTP ${status})`,
        code: "ERR_SSE_POST",
        status,
      });
      expect(onerror).toHaveBeenLastCalledWith(error);
    }
    await transport.send(request(2));
    expect(onclose).not.toHaveBeenCalled();
  });

  test("tells onerror of no send that came after the end", async () => {
    const { url } = await servePeer();
    const { transport, onerror } = create(url);
    await transport.start();
    await transport.close();
    await expect(transport.send(request(1))).rejects.toMatchObject({ code: "ERR_TRANSPORT_NOT_CONNECTED" });
    expect(onerror).not.toHaveBeenCalled();
  });

  test("lets go of its stream when start fails over a protocol version that is no header", async () => {
    const { url, streams } = await servePeer();
    const { transport, onclose } = create(url);
    transport.setProtocolVersion("1\n2");
    await expect(transport.start()).rejects.toBeInstanceOf(TypeError);
    expect(onclose).toHaveBeenCalledTimes(1);
    await until(() => streams[0]?.destroyed === true);
  });

  test("gives undecodable events to onerror and to onIgnored, other ignored ones to the latter alone", async () => {
    const ignored: string[] = [];
    const { url, streams, emit } = await servePeer();
    const { transport, onerror } = create(url, { onIgnored: ({ reason }) => ignored.push(reason) });
    await transport.start();
    streams[0]?.write("event: other\ndata: x\n\n");
    streams[0]?.write("data: no json\n\n");
    emit(request(1));
    await until(() => vi.mocked(transport.onmessage ?? vi.fn()).mock.calls.length === 1);
    expect(ignored).toEqual(["event-type", "undecodable"]);
    expect(onerror.mock.calls).toEqual([[expect.objectContaining({ code: "ERR_RPC_PARSE" })]]);
  });

  test("gives up its GET when it is closed while it starts", async () => {
    let gone = false;
    const { url, requests } = await servePeer({
      get: (_request, response) => {
        response.on("close", () => {
          gone = true;
        });
      },
    });
    const { transport, onclose, onerror } = create(url);
    const starting = transport.start();
    await until(() => requests.length === 1);
    await Promise.all([
      expect(starting).rejects.toMatchObject({ message: "Not connected" }),
      transport.close(),
    ]);
    await until(() => gone);
    expect(onclose).toHaveBeenCalledTimes(1);
    expect(onerror).not.toHaveBeenCalled();
  });

  test("says UnauthorizedError without an authProvider that could finish a flow", async () => {
    await expect(create("http://127.0.0.1/").transport.finishAuth("code")).rejects.toBeInstanceOf(
      UnauthorizedErrorV2,
    );
  });
});
