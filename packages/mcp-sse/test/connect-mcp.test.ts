import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { toNodeListener } from "@mcp-sse/sse-server/node";
import { until, verifies } from "@mcp-sse/testkit";
import { serveListener } from "@mcp-sse/testkit/node";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { connectMcp, createMcpSseHandler } from "mcp-sse";
import { serveSse } from "mcp-sse/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { servePeer } from "./peer.ts";
import { createClient, createServer, type TestClient, versions } from "./sdk.ts";

/** Serves HTTP+SSE on `/sse`, and answers POSTs without a session as `answer` says. */
async function serveOld(status: number) {
  const handler = createMcpSseHandler(() => createServer("v1"));
  const listener = toNodeListener(handler);
  const requests: string[] = [];
  const server = await serveListener((req, res) => {
    requests.push(`${req.method}`);
    if (req.method === "POST" && !req.url?.includes("sessionId")) {
      req.resume();
      res.writeHead(status, status === 401 ? { "www-authenticate": "Bearer" } : {}).end();
    } else listener(req, res);
  });
  onTestFinished(async () => {
    await handler.close({ graceMs: 100 });
    await server.close();
  });
  return { url: new URL("/sse", server.url), requests, handler };
}

async function serveStreamable() {
  const requests: string[] = [];
  let transport: StreamableHTTPServerTransport | undefined;
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (transport === undefined) {
      transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
      const mcp = new McpServer({ name: "s", version: "1" });
      mcp.registerTool("echo", {}, async () => ({ content: [{ type: "text", text: "streamable" }] }));
      await mcp.connect(transport as Parameters<typeof mcp.connect>[0]);
    }
    await transport.handleRequest(req, res);
  };
  const server = await serveListener((req, res) => {
    requests.push(`${req.method}`);
    answer(req, res).catch(() => res.destroy());
  });
  onTestFinished(() => server.close());
  return { url: new URL("/mcp", server.url), requests };
}

describe.each(versions)("connectMcp with a client of SDK %s", (version) => {
  test("speaks Streamable HTTP where the server does", async () => {
    const { url, requests } = await serveStreamable();
    const { client, kind, transport } = await connectMcp(url, { createClient: () => createClient(version) });
    expect(kind).toBe("streamable-http");
    expect(await client.call("echo")).toBe("streamable");
    expect(requests[0]).toBe("POST");
    await client.close();
    await transport.close();
  });

  for (const status of [400, 404, 405]) {
    verifies("sdk.connect-mcp", `K13: falls back to HTTP+SSE on ${status}`, async () => {
      const { url, requests, handler } = await serveOld(status);
      const created: unknown[] = [];
      const { client, kind } = await connectMcp(url.href, {
        createClient() {
          const made = createClient(version);
          created.push(made);
          return made;
        },
      });
      expect(kind).toBe("sse");
      expect(requests.slice(0, 2)).toEqual(["POST", "GET"]);
      expect(created.length).toBe(2);
      expect(client).toBe(created[1]);
      expect(await client.call("echo", { text: "old" })).toBe("old");
      await client.close();
      await until(() => handler.sessionCount === 0);
    });
  }

  for (const status of [401, 403, 410, 429, 500, 502, 503]) {
    verifies("sdk.connect-mcp", `K13: does not fall back on ${status}`, async () => {
      const { url, requests } = await serveOld(status);
      const onclose = vi.fn();
      const connecting = connectMcp(url, {
        createClient: () => Object.assign(createClient(version), { onclose }),
      });
      await expect(connecting).rejects.toThrow();
      expect(requests).toEqual(["POST"]);
      expect(onclose).toHaveBeenCalledTimes(1);
    });
  }

  test("K13: falls back at our own handler, which answers a POST without session 400", async () => {
    const { url, port, close } = await serveSse(() => createServer("v2"));
    onTestFinished(() => close());
    const { client, kind } = await connectMcp(url, { createClient: () => createClient(version) });
    expect([kind, await client.call("echo", { text: `${port}` })]).toEqual(["sse", `${port}`]);
    await client.close();
  });

  test("does not fall back where nobody answers", async () => {
    const createMade = vi.fn(() => createClient(version));
    await expect(connectMcp("http://127.0.0.1:1/sse", { createClient: createMade })).rejects.toThrow();
    expect(createMade).toHaveBeenCalledTimes(1);
  });

  test("throws what HTTP+SSE met where neither is spoken", async () => {
    const { url } = await servePeer({
      get: (_request, response) => response.writeHead(404).end(),
      post: (_request, response) => response.writeHead(404).end(),
    });
    await expect(connectMcp(url, { createClient: () => createClient(version) })).rejects.toMatchObject({
      name: "SseError",
      code: 404,
    });
  });

  test("ends the attempt, over either transport, with the reason of its signal", async () => {
    for (const hold of ["POST", "GET"]) {
      const { url, requests } = await servePeer({
        get: () => {},
        post: (_request, response) => void (hold === "GET" && response.writeHead(405).end()),
      });
      const controller = new AbortController();
      const createMade = () => createClient(version);
      const connecting = connectMcp(url, { createClient: createMade, signal: controller.signal });
      await until(() => requests.some(({ method }) => method === hold));
      const reason = new Error("enough");
      controller.abort(reason);
      await expect(connecting).rejects.toBe(reason);
    }
    const aborted = AbortSignal.abort("at once");
    const createClientMock = vi.fn(() => createClient(version));
    await expect(
      connectMcp("http://127.0.0.1:1/", { createClient: createClientMock, signal: aborted }),
    ).rejects.toBe("at once");
    expect(createClientMock).not.toHaveBeenCalled();
  });

  test("gives headers, token and fetch to both transports", async () => {
    const { url, requests } = await servePeer({
      get: (_request, response) => response.writeHead(404).end(),
      post: (_request, response) => response.writeHead(405).end(),
    });
    const fetch = vi.fn((target: string | URL, init?: RequestInit) => globalThis.fetch(target, init));
    const provider = { access_token: "t", token_type: "Bearer" };
    const connecting = connectMcp(url, {
      createClient: () => createClient(version),
      requestInit: { headers: { "x-key": "k" } },
      authProvider: { tokens: () => provider, clientInformation: () => undefined },
      fetch,
    });
    await expect(connecting).rejects.toMatchObject({ code: 404 });
    expect(requests.map(({ method, headers }) => [method, headers["x-key"], headers.authorization])).toEqual([
      ["POST", "k", "Bearer t"],
      ["GET", "k", "Bearer t"],
    ]);
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe("connectMcp", () => {
  test.each<[what: string, options: unknown, text: string]>([
    ["no options", undefined, "createClient must be a function that makes a client, new for each transport"],
    [
      "a client",
      createClient("v2"),
      "createClient must be a function that makes a client, new for each transport",
    ],
    [
      "a client for createClient",
      { createClient: createClient("v2") },
      "createClient must be a function that makes a client, new for each transport",
    ],
    [
      "a createClient that returns nothing",
      { createClient() {} },
      "createClient must return a client with connect(), got undefined",
    ],
  ])("refuses %s, and asks nobody", async (_what, options, text) => {
    const { url, requests } = await servePeer();
    const connecting = connectMcp(url, options as { createClient: () => TestClient });
    await expect(connecting).rejects.toThrow(new TypeError(text));
    expect(requests).toEqual([]);
  });

  test("refuses a redirectPolicy that is not known, and makes no client", async () => {
    const createClient = vi.fn();
    const options = { createClient, redirectPolicy: "never" } as unknown as Parameters<typeof connectMcp>[1];
    await expect(connectMcp("http://127.0.0.1/mcp", options)).rejects.toEqual(
      new TypeError('redirectPolicy must be "same-origin" or "follow"'),
    );
    expect(createClient).not.toHaveBeenCalled();
  });

  test("refuses a URL that is not absolute, and repeats none of it", async () => {
    const connecting = connectMcp("/mcp?token=secret", { createClient: () => createClient("v2") });
    await expect(connecting).rejects.toThrow(
      new TypeError("url must be absolute, as in http://127.0.0.1:3000/sse"),
    );
  });
});
