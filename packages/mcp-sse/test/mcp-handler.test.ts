import { AsyncLocalStorage } from "node:async_hooks";
import { toNodeListener } from "@mcp-sse/sse-server/node";
import { until, verifies } from "@mcp-sse/testkit";
import { serveListener } from "@mcp-sse/testkit/node";
import { Client as ClientV2, SSEClientTransport as SdkClientTransportV2 } from "@modelcontextprotocol/client";
import { SSEClientTransport as SdkClientTransportV1 } from "@modelcontextprotocol/sdk/client/sse.js";
import { connectSse, createMcpSseHandler, type SseHandlerOptions } from "mcp-sse";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Connectable, SdkTransport } from "../src/sdk-transport.ts";
import { SSEClientTransport } from "../src/sse-client-transport.ts";
import { toTransport } from "../src/to-transport.ts";
import { createClient, createServer, type Seen, type TestServer, type Version, versions } from "./sdk.ts";

async function serve(getServer: Parameters<typeof createMcpSseHandler>[0], options: SseHandlerOptions = {}) {
  const errors: unknown[] = [];
  const observer = { error: ({ error }: { error: unknown }) => void errors.push(error), ...options.observer };
  const handler = createMcpSseHandler(getServer, { ...options, observer });
  const listener = toNodeListener(handler);
  const server = await serveListener(listener);
  onTestFinished(async () => {
    await handler.close({ graceMs: 100 });
    await server.close();
  });
  return { handler, url: new URL("/sse", server.url), errors };
}

async function serveSdk(version: Version, options?: SseHandlerOptions) {
  const servers: TestServer[] = [];
  const served = await serve(() => {
    const server = createServer(version);
    servers.push(server);
    return server;
  }, options);
  return { ...served, servers };
}

/** Each way for a client to speak to our server. */
const transports: [
  name: string,
  create: (url: URL, headers: Record<string, string>) => Promise<SdkTransport>,
][] = [
  [
    "our SSEClientTransport",
    async (url, headers) => new SSEClientTransport(url, { requestInit: { headers } }),
  ],
  ["toTransport over connectSse", async (url, headers) => toTransport(await connectSse(url, { headers }))],
  [
    "the SSEClientTransport of SDK v1",
    async (url, headers) =>
      new SdkClientTransportV1(url, { requestInit: { headers } }) as unknown as SdkTransport,
  ],
  [
    "the SSEClientTransport of SDK v2",
    async (url, headers) =>
      new SdkClientTransportV2(url, { requestInit: { headers } }) as unknown as SdkTransport,
  ],
];

const pairs = versions.flatMap((server) =>
  versions.flatMap((client) => transports.map(([name, create]) => [server, client, name, create] as const)),
);

describe.each(pairs)("a server of SDK %s and a client of SDK %s over %s", (server, client, name, create) => {
  const ours = !name.startsWith("the SSE");

  async function connect(options?: SseHandlerOptions) {
    const served = await serveSdk(server, options);
    const mcp = createClient(client);
    const transport = await create(served.url, { "x-test": "hello" });
    await mcp.connect(transport);
    onTestFinished(() => mcp.close());
    return { ...served, client: mcp, transport };
  }

  test("hold a conversation, and end it once on both sides", async () => {
    const { client, servers, handler } = await connect();
    const onclose = vi.fn();
    client.onclose = onclose;
    expect(await client.call("echo", { text: "é中😀\u2028" })).toBe("é中😀\u2028");
    expect(JSON.parse(await client.call("roots"))).toEqual([{ uri: "file:///home", name: "home" }]);
    await client.close();
    await until(() => servers[0]?.closes() === 1);
    expect(handler.sessionCount).toBe(0);
    expect(onclose).toHaveBeenCalledTimes(1);
    expect(servers[0]?.errors).toEqual([]);
  });

  verifies("sdk.extra", "have the POST's headers, URL and authInfo in the handler", async () => {
    const authInfo = { token: "t", clientId: "c1", scopes: [] };
    const { client } = await connect({ authorize: () => ({ principal: "p", authInfo }) });
    const seen: Seen = JSON.parse(await client.call("seen"));
    expect(seen).toEqual({ sessionId: expect.any(String), header: "hello", path: "/sse", clientId: "c1" });
  });

  test("B12: give each of 8 parallel calls its own answer, 8 rounds", async () => {
    const { client } = await connect();
    for (let round = 0; round < 8; round++) {
      const texts = Array.from({ length: 8 }, (_, call) => `${round}/${call}`);
      expect(await Promise.all(texts.map((text) => client.call("echo", { text })))).toEqual(texts);
    }
  });

  test("cancel a call that the client gives up", async () => {
    const { client, servers } = await connect();
    const controller = new AbortController();
    const call = client.call("wait", {}, { signal: controller.signal });
    await until(() => servers[0]?.waiting.length === 1);
    controller.abort("enough");
    await expect(call).rejects.toThrow();
    await until(() => servers[0]?.waiting[0]?.aborted === true);
  });

  if (ours) {
    verifies(
      "sdk.progress",
      "lose none of 100 progress notifications of the tick of the result",
      async () => {
        const { client } = await connect();
        for (let round = 0; round < 3; round++) {
          const seen: number[] = [];
          await client.call("burst", { count: 100 }, { onprogress: ({ progress }) => seen.push(progress) });
          expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
        }
      },
    );

    verifies(
      "sdk.protocol-version",
      "say the protocol version with every POST after initialize",
      async () => {
        const versionsSeen: (string | null)[] = [];
        const { client } = await connect({
          authorize(request) {
            if (request.method === "POST") versionsSeen.push(request.headers.get("mcp-protocol-version"));
            return { principal: "p" };
          },
        });
        await client.ping();
        expect(versionsSeen[0]).toBeNull();
        expect(new Set(versionsSeen.slice(1)).size).toBe(1);
        expect(versionsSeen[1]).toMatch(/^\d{4}-/);
      },
    );

    test("end once when the server closes the session", async () => {
      const { client, servers } = await connect();
      const onclose = vi.fn();
      client.onclose = onclose;
      const call = client.call("wait");
      await until(() => servers[0]?.waiting.length === 1);
      await servers[0]?.close();
      await expect(call).rejects.toThrow("Connection closed");
      await until(() => onclose.mock.calls.length === 1);
      expect(servers[0]?.closes()).toBe(1);
      expect(servers[0]?.waiting[0]?.aborted).toBe(true);
    });
  }
});

describe.each(versions)("a server of SDK %s behind our handler", (version) => {
  async function connect() {
    const { url, errors } = await serveSdk(version);
    const connection = await connectSse(url);
    onTestFinished(() => connection.close());
    return { connection, errors };
  }

  test("J06: answers methods with names of Object.prototype -32601, and leaves it as it is", async () => {
    const { connection, errors } = await connect();
    const before = Reflect.ownKeys(Object.prototype);
    for (const method of ["toString", "constructor", "__proto__", "hasOwnProperty", "valueOf"]) {
      await connection.write({ jsonrpc: "2.0", id: method, method });
      expect(await connection.read()).toMatchObject({ id: method, error: { code: -32601 } });
    }
    expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
    expect(errors).toEqual([]);
  });

  test("J01, J04, J05: answers under the very id of the request", async () => {
    const { connection } = await connect();
    for (const id of ["1", 1, 0, "", -1, Number.MAX_SAFE_INTEGER, "é\u2028"]) {
      await connection.write({ jsonrpc: "2.0", id, method: "ping" });
      expect(await connection.read()).toEqual({ jsonrpc: "2.0", id, result: {} });
    }
  });

  test("J10: gets a notification's method that carries an id as a request", async () => {
    const { connection } = await connect();
    const params = { requestId: 1 };
    await connection.write({ jsonrpc: "2.0", id: 7, method: "notifications/cancelled", params });
    expect(await connection.read()).toMatchObject({ id: 7, error: { code: -32601 } });
  });

  verifies("sdk.params.array", "has a request with positional params answered -32602", async () => {
    const { connection } = await connect();
    await connection.write({ jsonrpc: "2.0", id: 8, method: "ping", params: [1] });
    expect(await connection.read()).toMatchObject({ id: 8, error: { code: -32602 } });
  });
});

describe("createMcpSseHandler", () => {
  verifies(
    ["sdk.server-per-session", "session.factory.per-session"],
    "X09: makes a server for each session, and mixes nothing up",
    async () => {
      const { url, servers, handler } = await serveSdk("v2");
      const clients = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const client = createClient("v1");
          await client.connect(new SSEClientTransport(url));
          return client;
        }),
      );
      expect(servers.length).toBe(6);
      expect(handler.sessionCount).toBe(6);
      const answers = await Promise.all(
        clients.map((client, index) => client.call("echo", { text: `${index}` })),
      );
      expect(answers).toEqual(["0", "1", "2", "3", "4", "5"]);
      const sessions = await Promise.all(
        clients.map(async (client) => JSON.parse(await client.call("seen"))),
      );
      expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(6);
      await Promise.all(clients.map((client) => client.close()));
      await until(() => handler.sessionCount === 0);
    },
  );

  test.each(versions)(
    "X09: refuses a server of SDK %s that serves another session already",
    async (version) => {
      const shared = createServer(version);
      const { url, errors, handler } = await serve(() => shared);
      const client = createClient(version);
      await client.connect(new SSEClientTransport(url));
      await expect(new SSEClientTransport(url).start()).rejects.toMatchObject({ code: 500 });
      expect(errors).toMatchObject([{ code: "ERR_SSE_ACCEPT" }]);
      expect(await client.call("echo", { text: "mine" })).toBe("mine");
      expect(handler.sessionCount).toBe(1);
      await client.close();
    },
  );

  const failing: [why: string, getServer: () => unknown][] = [
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("no");
      },
    ],
    ["gives nothing", () => undefined],
    ["gives null", async () => null],
    ["gives what cannot connect", () => ({ connect: 1 })],
    [
      "gives a server whose connect throws",
      () => ({
        connect() {
          throw new Error("no");
        },
      }),
    ],
    [
      "gives a server whose connect rejects",
      () => ({
        connect: async () => {
          throw new Error("no");
        },
      }),
    ],
    [
      "gives a server whose connect rejects after start",
      () => ({
        async connect(transport: SdkTransport) {
          await transport.start();
          throw new Error("no");
        },
      }),
    ],
  ];
  test.each(failing)("answers 500, leaves nothing and says so when getServer %s", async (_why, getServer) => {
    const { url, errors, handler } = await serve(getServer as () => Connectable);
    const response = await fetch(url, { headers: { accept: "text/event-stream" } });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      500,
      "text/plain; charset=utf-8",
    ]);
    await response.text();
    expect(handler.sessionCount).toBe(0);
    expect(errors).toMatchObject([{ code: "ERR_SSE_ACCEPT" }]);
  });

  test.each<[what: string, value: unknown, got: string]>([
    ["undefined", undefined, "undefined"],
    ["null", null, "null"],
    ["a string", "secret", "string"],
    ["an object without it", { connect: 1 }, "an object without it"],
  ])("tells the observer that getServer returned %s", async (_what, value, got) => {
    const { url, errors } = await serve(async () => value as Connectable);
    await (await fetch(url)).text();
    const text = `getServer must return a server with connect(), got ${got}`;
    expect(errors).toMatchObject([{ cause: { name: "TypeError", message: text } }]);
  });

  test.each([
    ["a server", createServer("v2")],
    ["nothing", undefined],
    ["a promise", Promise.resolve(createServer("v2"))],
  ])("refuses %s for a getServer, before any session", (_what, getServer) => {
    const create = () => createMcpSseHandler(getServer as unknown as () => Connectable);
    expect(create).toThrow(TypeError);
    expect(create).toThrow("getServer must be a function that makes a new server for each session");
  });

  test("tells the end to a transport whose connect rejects after start", async () => {
    const onclose = vi.fn();
    const { url } = await serve(() => ({
      async connect(transport) {
        transport.onclose = onclose;
        await transport.start();
        throw new Error("no");
      },
    }));
    await (await fetch(url)).text();
    await until(() => onclose.mock.calls.length === 1);
  });

  test("gives the first message to a connect that waits for it", async () => {
    const { url } = await serve(() => ({
      async connect(transport) {
        const first = new Promise((resolve) => {
          transport.onmessage = resolve;
        });
        await transport.start();
        await transport.send({ jsonrpc: "2.0", method: "got", params: { first: await first } });
      },
    }));
    const connection = await connectSse(url);
    await connection.write({ jsonrpc: "2.0", method: "hello" });
    expect(await connection.read()).toMatchObject({ method: "got", params: { first: { method: "hello" } } });
    await connection.close();
  });

  test("gives getServer the GET", async () => {
    const getServer = vi.fn(async () => createServer("v1"));
    const { url } = await serve(getServer);
    url.search = "?tenant=a";
    const connection = await connectSse(url, { headers: { "x-test": "b" } });
    const [[seen]] = getServer.mock.calls as unknown as [[{ method: string; url: URL; headers: Headers }]];
    expect([seen.method, seen.url.search, seen.headers.get("x-test")]).toEqual(["GET", "?tenant=a", "b"]);
    await connection.close();
  });

  test("tells the server when its client vanishes", async () => {
    const { url, servers, handler } = await serveSdk("v1");
    const controller = new AbortController();
    const response = await fetch(url, { signal: controller.signal });
    expect(response.status).toBe(200);
    await until(() => handler.sessionCount === 1);
    controller.abort();
    await until(() => servers[0]?.closes() === 1);
    expect(handler.sessionCount).toBe(0);
  });

  verifies(
    "sdk.callbacks.assignable",
    "serves a client of SDK v2 that probes, and replaces start",
    async () => {
      for (const version of versions) {
        const { url } = await serveSdk(version);
        const options = { versionNegotiation: { mode: "auto" } } as const;
        const client = new ClientV2({ name: "probing", version: "1" }, options);
        await client.connect(new SSEClientTransport(url));
        const { content } = await client.callTool({ name: "echo", arguments: { text: "probed" } });
        expect(content).toEqual([{ type: "text", text: "probed" }]);
        await client.close();
      }
    },
  );

  test.each(versions)(
    "has handlers of SDK %s run in the asynchronous context of their POST",
    async (version) => {
      const storage = new AsyncLocalStorage<string>();
      const handler = createMcpSseHandler(() => createServer(version, () => storage.getStore()));
      const listener = toNodeListener(handler);
      let requests = 0;
      const server = await serveListener((req, res) => {
        requests += 1;
        storage.run(`${req.method} ${requests}`, listener, req, res);
      });
      onTestFinished(async () => {
        await handler.close({ graceMs: 100 });
        await server.close();
      });
      const client = createClient(version);
      await client.connect(new SSEClientTransport(new URL("/sse", server.url)));
      // GET, initialize and initialized were before.
      expect(await client.call("context")).toBe("POST 4");
      expect(await Promise.all([client.call("context"), client.call("context")])).toEqual([
        "POST 5",
        "POST 6",
      ]);
      await client.close();
    },
  );

  test("answers fetch as it answers Node", async () => {
    const server = createServer("v2");
    const handler = createMcpSseHandler(() => server);
    const { fetch } = handler;
    const transport = new SSEClientTransport("http://localhost/sse", {
      fetch: (url, init) => fetch(new Request(url, init)),
    });
    const client = createClient("v2");
    await client.connect(transport);
    expect(await client.call("echo", { text: "over fetch" })).toBe("over fetch");
    await client.close();
    await until(() => server.closes() === 1);
    await handler.close();
  });
});
