// Every option of `serve` that changes what is on the wire, on the wire: the real command, and requests byte by byte.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CERTIFICATE, connectRaw, KEY, type RawRequest, type RawResponse } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startBin, startServe } from "../bin-process.ts";

// Processes start slowly on a machine that is busy.
vi.setConfig({ testTimeout: 30_000 });

/** Says back what it was asked, and more than 100 bytes of it. */
const CHATTY = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id } = JSON.parse(line);
  console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { text: "x".repeat(100) } }));
});
process.stderr.write("ready\\n");`;

async function ask(origin: URL, asked: RawRequest): Promise<RawResponse> {
  const connection = await connectRaw(origin);
  try {
    connection.send(asked);
    return await connection.response();
  } finally {
    connection.destroy();
  }
}

describe("the options of mcp-sse serve", () => {
  test("are what its clients meet", async () => {
    const limits = "--max-message 200 --max-line 100 --max-sessions 1 --idle-timeout 1s".split(" ");
    const names = ["--public-url", "https://mcp.example/base", "--path", "/x", "--allow-host", "b.example"];
    const pages = ["--allow-origin", "https://app.example", "--cors", "--warm", "1"];
    const command = [process.execPath, "--eval", CHATTY];
    const serve = startBin(["serve", "--port", "0", ...limits, ...names, ...pages, "--", ...command]);
    const [, own = ""] = await serve.logged(/at https:\/\/mcp\.example\/base\/x, which must lead to (\S+)/);
    const url = new URL(own);
    expect(url.pathname).toBe("/x");
    // --warm: before anybody came.
    await serve.logged(/waiting 1 \| ready/);

    const host = (name: string) => [["Host", name] as const];
    const statusOf = async (target: string, name: string) =>
      (await ask(url, { target, headers: host(name) })).status;
    expect(await statusOf("/sse", url.host)).toBe(404);
    expect(await statusOf("/x", "evil.example")).toBe(403);
    expect([await statusOf("/healthz", "evil.example"), await statusOf("/readyz", "evil.example")]).toEqual([
      200, 200,
    ]);
    const preflight = (origin: string) =>
      ask(url, {
        method: "OPTIONS",
        target: "/x",
        headers: [
          ["Origin", origin],
          ["Access-Control-Request-Method", "POST"],
        ],
      });
    expect((await preflight("https://app.example")).header("access-control-allow-origin")).toBe(
      "https://app.example",
    );
    expect((await preflight("https://evil.example")).status).toBe(403);

    const connection = await connectRaw(url);
    onTestFinished(() => connection.destroy());
    connection.send({ target: "/x", headers: host("b.example") });
    const stream = await connection.stream();
    const endpoint = (await stream.next())?.data ?? "";
    expect(endpoint).toMatch(/^https:\/\/mcp\.example\/base\/x\?sessionId=/);
    // --max-sessions
    expect(await statusOf("/x", url.host)).toBe(503);

    const post = (message: object) =>
      ask(url, {
        method: "POST",
        target: `/x${new URL(endpoint).search}`,
        headers: [["Content-Type", "application/json"]],
        body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      });
    expect((await post({ id: 1, method: "x".repeat(200) })).status).toBe(413);
    expect((await post({ id: 2, method: "x" })).status).toBe(202);
    // --max-line
    expect(JSON.parse((await stream.next())?.data ?? "")).toMatchObject({
      id: 2,
      error: { code: -32000, message: expect.stringContaining("100") },
    });
    // --idle-timeout
    expect(await stream.next(10_000)).toBeUndefined();
    await serve.logged(/closed: nothing was said for too long/);
  });

  test("--tls-cert and --tls-key serve https", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mcp-sse-tls-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    writeFileSync(cert, CERTIFICATE);
    writeFileSync(key, KEY);
    const { url } = await startServe(["--tls-cert", cert, "--tls-key", key, "--", "cat"]);
    expect(url.protocol).toBe("https:");
    const first = await new Promise<string>((resolve, reject) => {
      const sent = request(url, { ca: CERTIFICATE, headers: { accept: "text/event-stream" } }, (response) => {
        response.setEncoding("utf8").once("data", (text: string) => {
          resolve(text);
          response.destroy();
        });
      });
      sent.on("error", reject).end();
    });
    expect(first).toContain("event: endpoint\ndata: /sse?sessionId=");
  });
});
