// The commands that reach a server, where more than Node is needed: certificates by openssl, a real nginx, a terminal.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toNodeListener } from "@mcp-sse/sse-server/node";
import { type Nginx, startNginx } from "@mcp-sse/testkit/node";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createMcpSseHandler } from "../../src/mcp-handler.ts";
import { createServer as createMcp } from "../sdk.ts";
import { runBin } from "./bin-process.ts";
import { startHttpProxy } from "./client/http-proxy.ts";
import { serveMcp } from "./mcp-peer.ts";
import { startAtTerminal } from "./pty.ts";

let dir: string;
let tls: { key: string; cert: string };
let ca: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "mcp-sse-"));
  ca = join(dir, "cert.pem");
  const key = join(dir, "key.pem");
  const names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "30",
    ].concat(["-keyout", key, "-out", ca, "-subj", "/CN=localhost", ...names]),
    { stdio: "ignore" },
  );
  tls = { key: readFileSync(key, "utf8"), cert: readFileSync(ca, "utf8") };
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Our server behind TLS. */
async function serveTls(): Promise<string> {
  const handler = createMcpSseHandler(() => createMcp("v2"));
  const server = createServer(tls, toNodeListener(handler));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await handler.close();
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}/sse`;
}

describe("https", () => {
  test("is trusted by NODE_EXTRA_CA_CERTS, and not without", async () => {
    const url = await serveTls();
    const trusted = await runBin(["doctor", url, "--json"], { env: { NODE_EXTRA_CA_CERTS: ca } });
    const found = JSON.parse(trusted.stdout) as { check: string; verdict: string }[];
    expect(found.filter(({ verdict }) => verdict === "fail")).toEqual([]);
    expect(found.find(({ check }) => check === "TLS")).toMatchObject({ verdict: "ok" });
    const unknown = await runBin(["doctor", url]);
    expect(unknown.code).toBe(1);
    expect(unknown.stdout).toMatch(/fail {2}TLS .*DEPTH_ZERO_SELF_SIGNED_CERT/);
    expect((await runBin(["ping", url])).stderr).toContain("DEPTH_ZERO_SELF_SIGNED_CERT");
  });

  test.each(["http", "https"])("goes through a tunnel of a proxy that speaks %s", async (scheme) => {
    const proxy = await startHttpProxy({ credentials: "user:pass", ...(scheme === "https" && { tls }) });
    const url = await serveTls();
    const env = { NODE_EXTRA_CA_CERTS: ca, HTTPS_PROXY: `${scheme}://user:pass@localhost:${proxy.port}` };
    const { code, stdout, stderr } = await runBin(["call", url, "echo", '{"text":"through"}'], { env });
    expect([code, stdout, stderr]).toEqual([0, "through\n", ""]);
    expect(proxy.seen[0]).toMatchObject({ way: "tunnel", target: new URL(url).host });
  });

  test("of a proxy hides http from nobody but those in between", async () => {
    const proxy = await startHttpProxy({ tls });
    const peer = await serveMcp();
    const env = { NODE_EXTRA_CA_CERTS: ca, HTTP_PROXY: `https://localhost:${proxy.port}` };
    expect(await runBin(["ping", peer.url.href], { env })).toMatchObject({ code: 0, stderr: "" });
    expect(proxy.seen[0]).toMatchObject({ way: "forward" });
  });
});

describe("doctor, behind nginx", () => {
  async function behind(options: string): Promise<{ url: string; nginx: Nginx }> {
    // It says nothing of buffering, as many servers do.
    const peer = await serveMcp();
    const nginx = await startNginx(
      (port) => `
        server {
          listen 127.0.0.1:${port};
          location / { proxy_pass http://${peer.url.host}; ${options} }
        }`,
    );
    onTestFinished(() => nginx.close());
    return { url: new URL("/sse", nginx.url).href, nginx };
  }

  async function examined(options: string) {
    const { url } = await behind(options);
    const { code, stdout } = await runBin(["doctor", url, "--json", "--sessions", "1", "--timeout", "2s"]);
    return {
      code,
      found: JSON.parse(stdout) as { check: string; verdict: string; evidence: string; fix?: string }[],
    };
  }

  test("as it comes, which buffers: it is named, and so is what helps", async () => {
    const { code, found } = await examined("");
    expect(code).toBe(1);
    const last = found.filter(({ verdict }) => verdict === "fail").at(0);
    expect(["connection", "endpoint event"]).toContain(last?.check);
    expect(last?.fix).toMatch(/proxy/);
  });

  test("that compresses: it is found where a client takes it", async () => {
    const { found } = await examined(
      "proxy_http_version 1.1; proxy_buffering off; gzip on; gzip_proxied any; gzip_min_length 0; gzip_types text/event-stream;",
    );
    expect(found.find(({ check }) => check === "compression")).toMatchObject({
      verdict: expect.stringMatching(/warn|fail/),
      evidence: expect.stringContaining("gzip"),
      fix: expect.stringContaining("gzip_types"),
    });
    expect(found.find(({ check }) => check === "batching")).toMatchObject({ verdict: "ok" });
  });

  test("that does neither: nothing of it hurts", async () => {
    const { found } = await examined("proxy_http_version 1.1; proxy_buffering off;");
    const judged = found.filter(({ check }) =>
      ["endpoint event", "answer", "batching", "compression"].includes(check),
    );
    expect(judged.map(({ verdict }) => verdict)).toEqual(["ok", "ok", "ok", "ok"]);
    expect(found.find(({ check }) => check === "status")?.evidence).toContain("in between: nginx");
  });
});

describe("at a terminal", () => {
  test("doctor has colours, unless NO_COLOR forbids them", async () => {
    const peer = await serveMcp();
    for (const [env, isColoured] of [
      [{}, true],
      [{ NO_COLOR: "1" }, false],
    ] as const) {
      const session = startAtTerminal(["doctor", peer.url.href, "--sessions", "1"], env);
      await session.exited;
      expect(session.shown()).toContain("endpoint event");
      expect(session.shown().includes("[32mok")).toBe(isColoured);
    }
  });

  test("call shows progress on one line, and takes it away again", async () => {
    const peer = await serveMcp({
      "tools/call"({ params }) {
        const { progressToken } = params._meta ?? {};
        for (const progress of [1, 2])
          peer.emit({
            jsonrpc: "2.0",
            method: "notifications/progress",
            params: { progressToken, progress, total: 2 },
          });
        return { result: { content: [{ type: "text", text: "evil\u001b]0;title\u0007" }] } };
      },
    });
    const session = startAtTerminal(["call", peer.url.href, "work"]);
    expect(await session.exited).toBe(0);
    expect(JSON.stringify(session.shown())).toBe(
      JSON.stringify("\r\u001b[2K1/2 50 %\r\u001b[2K2/2 100 %\r\u001b[2Kevil\\x1b]0;title\\x07\r\n"),
    );
  });
});
