import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { serveSse } from "../../../src/node/serve-sse.ts";
import { serve, serveExpress } from "../../peer.ts";
import { createServer } from "../../sdk.ts";
import { runMain } from "../run-main.ts";

interface Found {
  readonly check: string;
  readonly verdict: string;
  readonly evidence: string;
  readonly fix?: string;
}

async function findings(url: URL, ...options: string[]): Promise<{ code: number; found: Found[] }> {
  const { code, out, err } = await runMain(["doctor", url.href, "--json", "--sessions", "2", ...options]);
  expect(err).toBe("");
  return { code, found: JSON.parse(out) };
}

const failed = (found: readonly Found[]): string[] =>
  found.filter(({ verdict }) => verdict === "fail").map(({ check }) => check);

describe("mcp-sse doctor", () => {
  test("finds nothing wrong with our server", async () => {
    const server = await serveSse(() => createServer("v2"), { keepAliveMs: 1_000 });
    onTestFinished(() => server.close());
    const { code, found } = await findings(server.url, "--idle", "1500ms");
    expect(found.filter(({ verdict }) => !["ok", "info"].includes(verdict))).toEqual([]);
    expect(code).toBe(0);
    expect(found.map(({ check }) => check)).toEqual([
      "name",
      "status",
      "content type",
      "endpoint event",
      "endpoint URL",
      "POST",
      "answer",
      "batching",
      "compression",
      "unknown session",
      "foreign Host",
      "foreign Origin",
      "CORS",
      "misrouting",
      "idle stream",
      "keep-alive",
    ]);
  });

  test("finds what the SDK's own server leaves open", async () => {
    const { url } = await serveExpress(SSEServerTransport as never, () => createServer("v1"));
    const { code, found } = await findings(url);
    expect([code, failed(found)]).toEqual([1, ["foreign Host", "foreign Origin"]]);
    expect(found.find(({ check }) => check === "unknown session")).toMatchObject({ verdict: "warn" });
  });

  test("finds two nodes behind one address", async () => {
    const nodes = await Promise.all([0, 1].map(() => serveSse(() => createServer("v2"))));
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.close()))));
    let turn = 0;
    const { url } = await serve(async ({ method, target, headers, body }, response) => {
      const node = nodes[turn++ % 2];
      const gone = new AbortController();
      response.once("close", () => gone.abort());
      const init =
        method === "GET" ? {} : { body, headers: { "content-type": headers["content-type"] ?? "" } };
      try {
        const answer = await fetch(new URL(target, node?.url), { method, signal: gone.signal, ...init });
        response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
        for await (const chunk of answer.body ?? []) response.write(chunk);
        response.end();
      } catch {
        response.destroy();
      }
    });
    const { code, found } = await findings(new URL("/sse", url), "--timeout", "2s");
    expect(code).toBe(1);
    expect(failed(found)).toContain("misrouting");
  });

  test("shows a person a table, each line with what to do", async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { "content-type": "text/\u009bhtml" }).end(),
    );
    const { code, out } = await runMain(["doctor", url.href]);
    expect(code).toBe(1);
    expect(out.replace(/[\d.]+ ms/g, "1 ms")).toMatchInlineSnapshot(`
      "info  name             127.0.0.1 is an address
      ok    status           200 after 1 ms
      fail  content type     text/\\x9bhtml
                             -> text/event-stream is asked for: is this the SSE endpoint?

      1 failed.
      "
    `);
  });

  test("cuts no advice, and where no person looks no evidence", async () => {
    const type = `text/${"x".repeat(300)}`;
    const via = Array.from({ length: 30 }, (_, n) => `1.1 proxy-${n}`).join(", ");
    const { url } = await serve(({ target }, response) =>
      target === "/a"
        ? response.writeHead(200, { "content-type": type }).end()
        : response.writeHead(200, { "content-type": "text/event-stream", via }).flushHeaders(),
    );
    const run = (path: string, options: object) =>
      runMain(["doctor", new URL(path, url).href, "--timeout", "50ms"], options);
    expect((await run("/a", {})).out).toContain(type);
    expect((await run("/a", { isTTY: true })).out).not.toContain(type);
    for (const isTTY of [true, false])
      expect((await run("/b", { isTTY })).out).toMatch(/proxy-29.*gzip_types in nginx/);
  });

  test("has colours on a terminal only", async () => {
    const coloured = async (options: object) =>
      (await runMain(["doctor", "http://127.0.0.1:1/"], options)).out.includes("\u001b[31m");
    expect([
      await coloured({ isTTY: true }),
      await coloured({ isTTY: true, env: { NO_COLOR: "1" } }),
      await coloured({}),
    ]).toEqual([true, false, false]);
  });

  test.each([
    ["--idle", "none"],
    ["--sessions", "-1"],
    ["--sessions", "1001"],
  ])("explains %s %s, and exits with 2", async (name, value) => {
    expect((await runMain(["doctor", "http://127.0.0.1:1/", `${name}=${value}`])).code).toBe(2);
  });
});
