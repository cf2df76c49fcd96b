import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  type FrontOptions,
  type HttpFront,
  listenFailure,
  openFront,
} from "../../../src/cli/serve/http-front.ts";

// A busy machine is slow.
vi.setConfig({ testTimeout: 30_000 });

async function open(
  options: Partial<FrontOptions> = {},
): Promise<HttpFront & { url: (path: string) => string }> {
  const front = await openFront({
    host: "127.0.0.1",
    port: 0,
    tls: undefined,
    listeners: new Map([
      ["/a/sse", (_req, res) => res.end("a")],
      ["/b/sse", (req, res) => res.writeHead(202).end(req.url)],
    ]),
    onError() {},
    ...options,
  });
  onTestFinished(() => front.close());
  return { ...front, url: (path) => `http://127.0.0.1:${front.port}${path}` };
}

describe("the HTTP server of serve", () => {
  test("gives each path to its own, query or not", async () => {
    const { url } = await open();
    expect(await (await fetch(url("/a/sse?x=/b/sse"))).text()).toBe("a");
    expect(await (await fetch(url("/b/sse?sessionId=1"), { method: "POST" })).text()).toBe(
      "/b/sse?sessionId=1",
    );
    for (const path of ["/", "/a", "/a/sse/", "/A/sse", "/healthz/"])
      expect((await fetch(url(path))).status).toBe(404);
  });

  test("tells its health, whatever the Host", async () => {
    const { port } = await open();
    for (const path of ["/healthz", "/readyz", "/readyz?x"]) {
      const asked = get({ port, path, headers: { host: "elsewhere.example" }, agent: false });
      const [response] = (await once(asked, "response")) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      response.resume();
    }
  });

  test("is not ready while what new sessions need is not there", async () => {
    let ready = false;
    const { url } = await open({ isReady: () => ready });
    const before = await fetch(url("/readyz"));
    expect([before.status, before.headers.get("retry-after")]).toEqual([503, "5"]);
    ready = true;
    expect((await fetch(url("/readyz"))).status).toBe(200);
  });

  test("takes no new session while it drains, but what is said in those that live", async () => {
    const { url, drain } = await open();
    drain();
    expect((await fetch(url("/a/sse"))).status).toBe(503);
    expect((await fetch(url("/b/sse"), { method: "POST" })).status).toBe(202);
    expect((await fetch(url("/readyz"))).status).toBe(503);
    expect((await fetch(url("/healthz"))).status).toBe(200);
  });

  test("says what keeps it from listening", async () => {
    const { port } = await open();
    await expect(open({ port })).rejects.toMatchObject({
      name: "CliError",
      message: `port ${port} is in use`,
    });
    await expect(open({ host: "203.0.113.1" })).rejects.toMatchObject({ name: "CliError" });
    const pem = Buffer.from("no pem");
    await expect(open({ tls: { cert: pem, key: pem } })).rejects.toMatchObject({ name: "CliError" });
  });
});

test.each([
  ["EACCES", "--port"],
  ["EADDRINUSE", "--port"],
  ["EADDRNOTAVAIL", "--host"],
])("where nothing can listen, %s has a hint", (code, option) => {
  expect(listenFailure("127.0.0.1", 80, code).hints[0]).toContain(option);
});
