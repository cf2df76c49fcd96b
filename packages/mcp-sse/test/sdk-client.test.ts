// What README's table says of the SDK's own `SSEClientTransport`, held against the SDK: each row of its "SDK" column.
// Where a newer SDK behaves better, one of these fails, and the row has to go.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "@mcp-sse/testkit";
import { SSEClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { SSEClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/sse.js";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { SSEClientTransportOptions } from "../src/client-options.ts";
import type { SdkTransport } from "../src/sdk-transport.ts";
import { createProvider, serveOAuth } from "./oauth-server.ts";
import { accept, openStream, type SeenRequest, serve, servePeer } from "./peer.ts";
import { createClient, type Version, versions } from "./sdk.ts";
import { notification, request } from "./support.ts";

type Transport = SdkTransport & { finishAuth(code: string | URLSearchParams): Promise<void> };

function create(version: Version, url: URL, options: SSEClientTransportOptions = {}) {
  const Theirs = version === "v1" ? TransportV1 : TransportV2;
  const transport = new Theirs(url, options as object) as unknown as Transport;
  const [onclose, onerror, onmessage] = [vi.fn(), vi.fn(), vi.fn()];
  Object.assign(transport, { onclose, onerror, onmessage });
  onTestFinished(() => transport.close());
  return { transport, onclose, onerror, onmessage };
}

const posts = (requests: readonly SeenRequest[]) => requests.filter(({ method }) => method === "POST");

/** Sends again and again, until that shows what it should. */
async function sendUntil(transport: Transport, isSeen: () => boolean): Promise<void> {
  for (let id = 2; id < 200 && !isSeen(); id++) await transport.send(request(id));
  expect(isSeen()).toBe(true);
}

/** A stream that asks to be opened again soon, where it drops. */
const eager: typeof openStream = (seen, response) => {
  openStream(seen, response);
  response.write("retry: 10\n\n");
};

describe.each(versions)("SSEClientTransport of SDK %s", (version) => {
  test("K01: goes on in a new session that nobody initialized, and says nothing of the end", async () => {
    let streams = 0;
    const {
      url,
      requests,
      streams: open,
    } = await servePeer({
      get(seen, response) {
        openStream(seen, response, `/m?session=${++streams}`);
        response.write("retry: 10\n\n");
      },
    });
    const { transport, onclose } = create(version, url);
    await transport.start();
    await transport.send(request(1));
    open[0]?.destroy();
    await until(() => streams === 2, "the next stream");
    await sendUntil(transport, () => posts(requests).at(-1)?.target === "/m?session=2");
    expect(onclose).not.toHaveBeenCalled();
  });

  test("tells onerror at each attempt to connect again", async () => {
    const { url, streams } = await servePeer({ get: eager });
    const { transport, onerror } = create(version, url);
    await transport.start();
    for (const times of [1, 2, 3]) {
      await until(() => streams.length === times, "the stream");
      streams.at(-1)?.destroy();
      await until(() => onerror.mock.calls.length >= times, "the error");
    }
  });

  test("calls onclose each time that it is closed, and aborts what is under way", async () => {
    const { url, requests } = await servePeer({ post: () => {} });
    const { transport, onclose } = create(version, url);
    await transport.start();
    const sent = transport.send(request(1));
    await until(() => posts(requests).length === 1, "the POST");
    await Promise.all([expect(sent).rejects.toMatchObject({ name: "AbortError" }), transport.close()]);
    await transport.close();
    expect(onclose).toHaveBeenCalledTimes(2);
  });

  test("loses every progress notification that comes with the result", async () => {
    const { url, streams } = await servePeer({
      post({ body }, response) {
        accept(undefined, response);
        const { id, method, params } = JSON.parse(body);
        const events: unknown[] = [];
        if (method === "initialize") {
          const serverInfo = { name: "s", version: "1" };
          const result = { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo };
          events.push({ jsonrpc: "2.0", id, result });
        } else if (method === "tools/call") {
          const { progressToken } = params._meta;
          for (let progress = 1; progress <= 100; progress++) {
            events.push({
              jsonrpc: "2.0",
              method: "notifications/progress",
              params: { progressToken, progress },
            });
          }
          events.push({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "done" }] } });
        }
        streams.at(-1)?.write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
      },
    });
    const client = createClient(version);
    await client.connect(create(version, url).transport);
    const onprogress = vi.fn();
    expect(await client.call("burst", {}, { onprogress })).toBe("done");
    expect(onprogress).not.toHaveBeenCalled();
    await client.close();
  });

  test("posts any number at a time, notifications and the first message beside all else", async () => {
    const { url, requests } = await servePeer({ post: () => {} });
    const { transport } = create(version, url);
    await transport.start();
    const sent = [
      request(0),
      notification("notifications/x"),
      ...Array.from({ length: 40 }, (_, id) => request(id + 1)),
    ];
    for (const message of sent) transport.send(message).catch(() => {});
    await until(() => posts(requests).length === sent.length, "all of them, none answered");
  });

  test("waits for an endpoint without a limit", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { url, streams } = await servePeer({
      get: (_seen, response) =>
        response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders(),
    });
    const { transport } = create(version, url);
    let settled = false;
    const settle = (): void => {
      settled = true;
    };
    transport.start().then(settle, settle);
    while (streams.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(240_000);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(settled).toBe(false);
  });

  test("posts to a second endpoint from then on", async () => {
    const { url, requests, streams } = await servePeer();
    const { transport } = create(version, url);
    await transport.start();
    streams[0]?.write("event: endpoint\ndata: /second\n\n");
    await sendUntil(transport, () => requests.at(-1)?.target === "/second");
  });

  test("follows redirects of a POST within its origin five times", async () => {
    const { url, requests } = await servePeer({
      post: ({ target }, response) => {
        const step = Number(/\d+$/.exec(target)?.[0] ?? 0);
        response.writeHead(307, { location: `/m${step + 1}` }).end();
      },
    });
    const { transport } = create(version, url);
    await transport.start();
    await expect(transport.send(request(1))).rejects.toThrow("HTTP 307");
    expect(posts(requests).map(({ target }) => target)).toEqual(["/m", "/m1", "/m2", "/m3", "/m4", "/m5"]);
  });

  test("has the answer's body in the error of a POST that is refused", async () => {
    const { url } = await servePeer({
      post: (_seen, response) => response.writeHead(404).end("Session not found"),
    });
    const { transport } = create(version, url);
    await transport.start();
    await expect(transport.send(request(1))).rejects.toThrow(
      "Error POSTing to endpoint (HTTP 404): Session not found",
    );
  });

  test("says what fetch said where nobody listens", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`);
    server.close();
    await once(server, "close");
    await expect(create(version, url).transport.start()).rejects.toThrow(
      /^SSE error: TypeError: fetch failed: connect ECONNREFUSED/,
    );
  });

  test("refuses an endpoint on another origin", async () => {
    const other = await serve(accept);
    const { url } = await servePeer({
      get: (seen, response) => openStream(seen, response, new URL("/m", other.url).href),
    });
    await expect(create(version, url).transport.start()).rejects.toThrow(
      "Endpoint origin does not match connection origin",
    );
    expect(other.requests).toEqual([]);
  });

  test("sends the headers of requestInit to whatever origin the server names for OAuth", async () => {
    const other = await serve((_seen, response) => response.writeHead(404).end());
    const metadata = new URL("/where", other.url).href;
    const { url } = await servePeer({
      get: (_seen, response) =>
        response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${metadata}"` }).end(),
    });
    const { provider } = createProvider();
    const requestInit = { headers: { "x-key": "secret" } };
    const { transport } = create(version, url, { authProvider: provider, requestInit });
    await transport.start().catch(() => {});
    expect(other.requests[0]).toMatchObject({ target: "/where", headers: { "x-key": "secret" } });
  });

  test("takes a redirectPolicy that is not known for same-origin", async () => {
    const { url: target, requests } = await servePeer();
    const { url } = await serve((_seen, response) =>
      response.writeHead(307, { location: target.href }).end(),
    );
    const options = { redirectPolicy: "never" } as unknown as SSEClientTransportOptions;
    await expect(create(version, url, options).transport.start()).rejects.toThrow("not followed");
    expect(requests).toEqual([]);
  });
});

describe("SSEClientTransport of SDK v1 alone", () => {
  test("leaves a Client whose start failed unable to connect", async () => {
    const { url } = await servePeer({ get: (_seen, response) => response.writeHead(404).end() });
    const client = createClient("v1");
    await expect(client.connect(create("v1", url).transport)).rejects.toThrow("404");
    const working = await servePeer();
    await expect(client.connect(create("v1", working.url).transport)).rejects.toThrow("Already connected");
  });

  test("K05: retries a POST that is answered 401 without end", async () => {
    const world = await serveOAuth();
    const { provider } = createProvider({
      access_token: "good",
      refresh_token: "r",
      issuer: `${world.url.origin}/`,
    });
    const { transport } = create("v1", world.url, { authProvider: provider });
    await transport.start();
    world.valid = "other";
    const sent = transport.send(request(1));
    await until(() => world.credentials.length > 20, "twenty attempts");
    world.valid = world.issued;
    await sent;
  });

  test("lets an Authorization of requestInit win over the token; v2 has it the other way round", async () => {
    for (const [version, expected] of [
      ["v1", "Bearer key"],
      ["v2", "Bearer t"],
    ] as const) {
      const { url, requests } = await servePeer();
      const { provider } = createProvider({ access_token: "t" });
      const requestInit = { headers: { Authorization: "Bearer key" } };
      const { transport } = create(version, url, { authProvider: provider, requestInit });
      await transport.start();
      expect(requests[0]?.headers.authorization).toBe(expected);
    }
  });
});

describe("SSEClientTransport of SDK v2 alone", () => {
  test("says with a code of its own that it is not connected", async () => {
    const { url } = await servePeer();
    await expect(create("v2", url).transport.send(request(1))).rejects.toMatchObject({
      code: "NOT_CONNECTED",
    });
  });

  test("has an SdkHttpError after one retry of a 401", async () => {
    const world = await serveOAuth();
    let token = "good";
    const onUnauthorized = vi.fn();
    const authProvider = { token: async () => token, onUnauthorized };
    const { transport } = create("v2", world.url, { authProvider });
    await transport.start();
    token = "bad";
    await expect(transport.send(request(1))).rejects.toMatchObject({ name: "SdkHttpError", status: 401 });
    expect(onUnauthorized).toHaveBeenCalledTimes(1);
  });
});
