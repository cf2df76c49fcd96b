import { existsSync } from "node:fs";
import { createServer as createHttpServer, Server as HttpServer, request as httpRequest } from "node:http";
import { titleOf, until } from "@mcp-sse/testkit";
import { connectRaw } from "@mcp-sse/testkit/node";
import { connectSse, SSEClientTransport } from "mcp-sse";
import { type ServeSseOptions, type SseServer, serveSse } from "mcp-sse/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient, createServer, type TestServer, versions } from "../sdk.ts";

async function serve(options?: ServeSseOptions) {
  const server = await serveSse(() => createServer("v2"), options);
  onTestFinished(() => server.close({ graceMs: 100 }));
  return server;
}

/** Answers status and body of one request with any Host. */
function ask(url: URL, { method = "GET", host = url.host, body = "" } = {}) {
  return new Promise<{ status: number | undefined; type: string | undefined; text: string }>(
    (resolve, reject) => {
      const req = httpRequest(url, { method, headers: { host } }, (res) => {
        let text = "";
        res.on("data", (chunk) => {
          text += chunk;
        });
        res.on("end", () => resolve({ status: res.statusCode, type: res.headers["content-type"], text }));
      });
      req.on("error", reject);
      req.end(body);
    },
  );
}

describe("serveSse", () => {
  test.each(versions)(
    titleOf("security.serve.loopback", "serves a client of SDK %s, on loopback and a free port"),
    async (version) => {
      const { url, port, handler } = await serve();
      expect(url.href).toBe(`http://127.0.0.1:${port}/sse`);
      const client = createClient(version);
      await client.connect(new SSEClientTransport(url));
      expect(await client.call("echo", { text: "hi" })).toBe("hi");
      expect(handler.sessionCount).toBe(1);
      await client.close();
    },
  );

  test("answers every other path 404, with constant text", async () => {
    const { url } = await serve({ path: "/mcp/sse" });
    expect(url.pathname).toBe("/mcp/sse");
    for (const path of ["/", "/sse", "/mcp/sse/", "/mcp/sse/secret", "/MCP/sse", "/mcp%2Fsse"]) {
      for (const method of ["GET", "POST"]) {
        const { status, type, text } = await ask(new URL(path, url), {
          method,
          body: method === "POST" ? "{}" : "",
        });
        expect([path, status, type, text]).toEqual([path, 404, "text/plain; charset=utf-8", "Not found.\n"]);
      }
    }
  });

  test("leaves a target that is no path to the handler", async () => {
    const { url } = await serve();
    for (const target of ["//evil.example/sse", "http://evil.example/sse", "/\\evil"]) {
      const raw = await connectRaw(url);
      raw.send({ target });
      expect((await raw.response()).status).toBe(400);
      raw.destroy();
    }
  });

  test("takes POSTs where the endpoint option sends them", async () => {
    const { url } = await serve({ endpoint: "/messages" });
    const connection = await connectSse(url);
    expect(connection.endpoint.pathname).toBe("/messages");
    await connection.write({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect(await connection.read()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    await connection.close();
    expect((await ask(new URL("/messages", url))).status).toBe(404);
  });

  test("keeps an idle connection for more than a minute", async () => {
    const { url } = await serve();
    const raw = await connectRaw(url);
    raw.send({ target: "/nothing" });
    const { headers } = await raw.response();
    expect(new Headers(headers as unknown as HeadersInit).get("keep-alive")).toBe("timeout=65");
    raw.destroy();
  });

  test.each(["0.0.0.0", "::", "192.168.1.2", "example.com"])(
    titleOf("security.serve.refuses", "refuses to listen on %s without allowedHosts"),
    async (host) => {
      for (const options of [{ host }, { host, allowedHosts: [] }]) {
        const refused = expect(serveSse(() => createServer("v1"), options)).rejects;
        await refused.toBeInstanceOf(TypeError);
        await expect(serveSse(() => createServer("v1"), options)).rejects.toThrow("allowedHosts");
      }
    },
  );

  test.each(["localhost", "LOCALHOST", "127.0.0.1", "127.0.0.2"])(
    "listens on the loopback name %s",
    async (host) => {
      const { url } = await serve({ host });
      await (await connectSse(url)).close();
    },
  );

  test("is asked by a mapped loopback address as a URL writes it", async () => {
    const { url } = await serve({ host: "::ffff:127.0.0.1" });
    expect(url.hostname).toBe("[::ffff:7f00:1]");
    await (await connectSse(url)).close();
  });

  test.each(["/caf\u00e9", "/a/../b", '/"', "/%41"])(
    "serves the path %j as a URL writes it",
    async (path) => {
      const { url } = await serve({ path });
      await (await connectSse(url)).close();
    },
  );

  test("listens everywhere once allowedHosts says who may ask", async () => {
    const { url, port } = await serve({ host: "0.0.0.0", allowedHosts: ["my.host"] });
    expect(url.href).toBe(`http://127.0.0.1:${port}/sse`);
    await (await connectSse(url)).close();
    expect((await ask(url, { host: "evil.example" })).status).toBe(403);
  });

  test.each(["", "sse", "//sse", "/\\sse", "/sse?x", "/s se"])("refuses the path %j", async (path) => {
    await expect(serveSse(() => createServer("v1"), { path })).rejects.toBeInstanceOf(RangeError);
  });

  test.each(["x", "-1", "3000", "", -1, 65_536, 1.5, Number.NaN, Number.POSITIVE_INFINITY, null, {}])(
    "refuses %o as port, and listens on nothing",
    async (port) => {
      const listen = vi.spyOn(HttpServer.prototype, "listen");
      onTestFinished(() => listen.mockRestore());
      const serving = serveSse(() => createServer("v1"), { port: port as number });
      await expect(serving).rejects.toThrow(RangeError);
      await expect(serving).rejects.toThrow(/^port must be a whole number from 0 to 65535, got /);
      expect(listen).not.toHaveBeenCalled();
      expect(typeof port === "string" && port !== "" && existsSync(port)).toBe(false);
    },
  );

  test.each(["", "a b", "a/b", "a?b", "u@b", "a\\b", "fe80::1%lo", "a:b", 5, null])(
    "refuses %o as host, which no URL can name, and listens on nothing",
    async (host) => {
      const listen = vi.spyOn(HttpServer.prototype, "listen");
      onTestFinished(() => listen.mockRestore());
      const serving = serveSse(() => createServer("v1"), { host: host as string, allowedHosts: "any" });
      await expect(serving).rejects.toThrow(/^host must be a name or an address, got /);
      expect(listen).not.toHaveBeenCalled();
    },
  );

  test.each([
    ["nothing", undefined],
    ["a server", createServer("v2")],
  ])("refuses %s for a getServer", async (_what, server) => {
    const serving = serveSse(server as unknown as () => TestServer);
    await expect(serving).rejects.toThrow(
      new TypeError("getServer must be a function that makes a new server for each session"),
    );
  });

  test("refuses a string as allowedHosts instead of allowing its letters", async () => {
    const allowedHosts = "example.com" as unknown as string[];
    await expect(serveSse(() => createServer("v1"), { allowedHosts })).rejects.toThrow("allowedHosts");
  });

  test("rejects with what listen met, and leaves nothing", async () => {
    const taken = createHttpServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    const port = typeof address === "object" ? address?.port : undefined;
    await expect(serveSse(() => createServer("v1"), { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    taken.close();
  });

  /** A server, and the socket that it listens on. */
  async function serveSocket(options: ServeSseOptions) {
    const listening: HttpServer[] = [];
    const listen = vi.spyOn(HttpServer.prototype, "listen").mockImplementation(function (
      this: HttpServer,
      ...args
    ) {
      listening.push(this);
      listen.mockRestore();
      return Reflect.apply(this.listen, this, args);
    });
    const { url } = await serve(options);
    return { url, socket: listening[0] };
  }

  test("gives an error of its listening socket to the observer, and lives", async () => {
    const told: unknown[] = [];
    const observer = { error: ({ error }: { error: unknown }) => void told.push(error) };
    const { url, socket } = await serveSocket({ observer });
    const error = new Error("too many open files");
    socket?.emit("error", error);
    await until(() => told.length === 1);
    expect(told).toEqual([error]);
    await (await connectSse(url)).close();
  });

  test("warns once of errors of its listening socket where no observer takes them", async () => {
    const { url, socket } = await serveSocket({ observer: {} });
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    for (let count = 0; count < 2; count++) socket?.emit("error", new Error("accept EMFILE"));
    await (await connectSse(url)).close();
    expect(warn.mock.calls).toEqual([["the server failed: accept EMFILE", { type: "McpSseWarning" }]]);
  });

  test.each([3000, null, "3000"])("refuses %o as options", async (options) => {
    const serving = serveSse(() => createServer("v1"), options as ServeSseOptions);
    await expect(serving).rejects.toThrow(/^options must be an object, got /);
  });

  test("S14: closes with streams open, tells both sides once, and frees its port", async () => {
    const servers = [createServer("v1"), createServer("v2")];
    const all = [...servers];
    const server = await serveSse(() => servers.shift() ?? createServer("v1"));
    const onclose = vi.fn();
    const clients = await Promise.all(
      versions.map(async (version) => {
        const client = createClient(version);
        await client.connect(new SSEClientTransport(server.url));
        client.onclose = onclose;
        return client;
      }),
    );
    const closing = server.close();
    expect(server.close()).toBe(closing);
    await closing;
    await until(() => onclose.mock.calls.length === 2);
    await until(() => all.every((mcp) => mcp.closes() === 1));
    await expect(connectSse(server.url)).rejects.toMatchObject({ code: "ERR_SSE_NETWORK" });
    await Promise.all(clients.map((client) => client.close()));
    expect(onclose).toHaveBeenCalledTimes(2);
  });

  test("refuses a grace that is none, and can still be closed", async () => {
    const server = await serveSse(() => createServer("v1"));
    expect(() => server.close({ graceMs: -1 })).toThrow(RangeError);
    await (await connectSse(server.url)).close();
    await server.close();
  });

  test("is one close, called again by those whom it tells of the end", async () => {
    const promises = new Set<Promise<void>>();
    const refused = vi.fn(() => void promises.add(server.close()));
    const server: SseServer = await serveSse(() => new Promise<never>(() => {}), { observer: { refused } });
    const asked = ask(server.url);
    await until(() => server.handler.sessionCount === 1);
    promises.add(server.close());
    await Promise.all(promises);
    expect([promises.size, refused.mock.calls.length, (await asked).status]).toEqual([1, 1, 503]);
  });

  test("closes in time although a reader takes nothing", async () => {
    const server = await serve();
    const raw = await connectRaw(server.url);
    raw.send({ target: "/sse" });
    await raw.stream();
    raw.stall();
    const [session] = server.handler.sessions();
    for (let count = 0; count < 40; count++) {
      const params = { text: "x".repeat(256 * 1024) };
      session?.write({ jsonrpc: "2.0", method: "n", params }).catch(() => {});
    }
    await server.close({ graceMs: 50 });
    raw.resume();
    await raw.ended;
  });
});
