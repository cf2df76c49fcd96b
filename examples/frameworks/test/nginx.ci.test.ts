// Debian's nginx between client and server: with the configuration of docs/behind-a-proxy.md, with none, and with what
// people set.

import { readFileSync } from "node:fs";
import { staysPending, until, within } from "@mcp-sse/testkit";
import { connectRaw, localConfig, type Nginx, type RawStream, startNginx } from "@mcp-sse/testkit/node";
import type { SseHandlerOptions } from "mcp-sse/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { createApp } from "../src/node-http.ts";
import { connectSdk } from "./support/clients.ts";
import { frameworkSuite } from "./support/framework-suite.ts";
import { serveNode } from "./support/serve.ts";
import type { Served } from "./support/subject.ts";

const page = readFileSync(new URL("../../../docs/behind-a-proxy.md", import.meta.url), "utf8");
const documented = /^```nginx\n([\s\S]*?)^```/m.exec(page)?.[1] ?? "";

const bare = (settings = ""): string =>
  `server { listen 80; ${settings} location / { proxy_pass http://127.0.0.1:3000; } }`;

interface Fronted extends Served {
  readonly nginx: Nginx;
}

async function serveBehind(config: string, path = "/sse", options: SseHandlerOptions = {}): Promise<Fronted> {
  const upstream = await serveNode("/sse", createApp, options);
  const nginx = await startNginx((port) => localConfig(config, port, upstream.url.host));
  return {
    nginx,
    url: new URL(path, nginx.url),
    async close() {
      await nginx.close();
      await upstream.close();
    },
  };
}

frameworkSuite({
  name: "nginx as documented",
  overFetch: true,
  behindNginx: true,
  serve: () => serveBehind(documented, "/sse", { trustForwardedPrefix: true }),
});

frameworkSuite({
  name: "nginx as documented, with a prefix",
  overFetch: true,
  behindNginx: true,
  serve: () => serveBehind(documented, "/tools/sse", { trustForwardedPrefix: true }),
});

frameworkSuite({
  name: "nginx with gzip, HTTP/1.0 upstream and its buffers on",
  overFetch: true,
  behindNginx: true,
  serve: () =>
    serveBehind(
      bare("gzip on; client_max_body_size 4m; proxy_buffering on; proxy_set_header Host $http_host;"),
    ),
});

describe("behind nginx", () => {
  async function open(settings: string, options?: SseHandlerOptions) {
    const served = await serveBehind(bare(settings), "/sse", options);
    onTestFinished(() => served.close());
    return served;
  }

  /** A stream by hand, and the POSTs of its session. */
  async function connect({ url }: Fronted, headers: readonly (readonly [string, string])[] = []) {
    const connection = await connectRaw(url);
    onTestFinished(() => connection.destroy());
    connection.send({ target: url.pathname, headers });
    const stream: RawStream = await connection.stream();
    const first = stream.next();
    const endpoint = async (): Promise<string> => (await first)?.data ?? "";
    return {
      connection,
      stream,
      first,
      async ping() {
        const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
        const { status } = await fetch(new URL(await endpoint(), url), {
          method: "POST",
          body,
          headers: JSON_TYPE,
        });
        expect(status).toBe(202);
        return (await stream.next())?.data;
      },
    };
  }

  const JSON_TYPE = { "content-type": "application/json" };
  const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}';

  test("H08: an event waits where nginx is told not to hear X-Accel-Buffering", async () => {
    const { url } = await open("proxy_ignore_headers X-Accel-Buffering;");
    const connection = await connectRaw(url);
    onTestFinished(() => connection.destroy());
    connection.send({ target: url.pathname });
    const first = connection.stream(60_000).then((stream) => stream.next(60_000));
    first.catch(() => undefined);
    expect(await staysPending(first, 500)).toBe(true);
  });

  test("an event that nginx compresses leaves at once, too", async () => {
    const served = await open("gzip on; gzip_types text/event-stream; gzip_min_length 0; gzip_proxied any;");
    const response = await fetch(served.url, { method: "GET" });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    await response.body?.cancel();
    const client = await connectSdk("v1", served.url);
    onTestFinished(() => client.close());
    const answer = client.call("count", { to: 3 }, () => void client.call("seen"));
    expect(await within(answer, "an answer after three steps")).toBe("3");
  });

  test("a silent session outlives proxy_read_timeout, when its keep-alive is shorter", async () => {
    const { stream, first } = await connect(await open("proxy_read_timeout 1s;", { keepAliveMs: 400 }));
    await first;
    const next = stream.next(60_000);
    next.catch(() => undefined);
    await until(() => stream.comments.length === 8, "the eighth comment", 10_000);
    expect(await staysPending(next, 0)).toBe(true);
  });

  test("a silent session is cut by proxy_read_timeout, when its keep-alive is longer", async () => {
    const { stream, first } = await connect(await open("proxy_read_timeout 1s;", { keepAliveMs: 15_000 }));
    await first;
    expect(await stream.next()).toBe(undefined);
  });

  test("nginx refuses a body above its own limit", async () => {
    const served = await open("");
    const { first } = await connect(served);
    const body = `{"jsonrpc":"2.0","method":"x","params":{"of":"${"x".repeat(1024 * 1024)}"}}`;
    const post = await fetch(new URL((await first)?.data ?? "", served.url), {
      method: "POST",
      body,
      headers: JSON_TYPE,
    });
    expect([post.status, post.headers.get("server")]).toEqual([413, expect.stringMatching(/^nginx\/1\./)]);
  });

  test("an Origin of the public name needs allowedOrigins, when nginx writes a Host of its own", async () => {
    const served = await open("");
    const origin = served.url.origin;
    expect((await fetch(served.url, { headers: { origin } })).status).toBe(403);
    const kept = await open("proxy_set_header Host $http_host;");
    const response = await fetch(kept.url, { headers: { origin: kept.url.origin } });
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  test("a session lives on through a reload", async () => {
    const served = await open("");
    const { first, ping } = await connect(served);
    await first;
    await served.nginx.reload();
    expect(await ping()).toBe(PONG);
    expect(await (await connect(served)).ping()).toBe(PONG);
  });

  test("a session ends with a restart, and the next one is a new one", async () => {
    const served = await open("");
    const { first, connection } = await connect(served);
    const endpoint = (await first)?.data ?? "";
    await served.nginx.restart();
    await within(connection.ended, "the end of the stream");
    const post = async (): Promise<number> =>
      (await fetch(new URL(endpoint, served.url), { method: "POST", body: "{}", headers: JSON_TYPE })).status;
    expect(await post()).toBe(404);
    expect(await (await connect(served)).ping()).toBe(PONG);
  });
});
