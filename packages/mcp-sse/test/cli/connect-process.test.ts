// `mcp-sse connect` as hosts start it: a process of its own, with the official SDKs at its pipes.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { until, within } from "@mcp-sse/testkit";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { serveSse } from "../../src/node/serve-sse.ts";
import { serveExpress } from "../peer.ts";
import { createServer as createMcp } from "../sdk.ts";
import { type RunningBin, startBin, startServe } from "./bin-process.ts";
import { serveMcp } from "./mcp-peer.ts";

const BIN = new URL("../../dist/cli/bin.cjs", import.meta.url).pathname;
const PATIENCE_MS = 20_000;

async function hostV1(url: URL, ...options: string[]): Promise<ClientV1> {
  const client = new ClientV1({ name: "host", version: "1" });
  await client.connect(
    new StdioV1({
      command: process.execPath,
      args: [BIN, "connect", url.href, ...options],
      stderr: "ignore",
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

const echo = { name: "echo", arguments: { text: "é\u2028漢" } };
const echoed = { content: [{ type: "text", text: "é\u2028漢" }] };
const line = (message: object): string => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;

/** Longer than a process may take to end that has nothing to say. */
const END_MS = 1_500;

describe("mcp-sse connect, as the command of a host", () => {
  test("is a server of the SDK's clients: v1 at SSEServerTransport, v2 at serveSse", async () => {
    const { url } = await serveExpress(SSEServerTransport as never, () => createMcp("v1"));
    expect(await (await hostV1(url)).callTool(echo)).toEqual(echoed);

    const server = await serveSse(() => createMcp("v2"));
    onTestFinished(() => server.close());
    const client = new ClientV2({ name: "host", version: "1" });
    await client.connect(
      new StdioV2({ command: process.execPath, args: [BIN, "connect", server.url.href], stderr: "ignore" }),
    );
    expect(await client.callTool(echo)).toMatchObject(echoed);
    await client.close();
    await until(() => [...server.handler.sessions()].length === 0);
  });

  test("chained with serve, back to back, changes nothing", async () => {
    const { url: inner } = await serveExpress(SSEServerTransport as never, () => createMcp("v1"));
    const { url } = await startServe(["--", process.execPath, BIN, "connect", inner.href]);
    const client = await hostV1(url);
    const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
    const answers = await Promise.all(
      texts.map((text) => client.callTool({ name: "echo", arguments: { text } })),
    );
    expect(answers).toEqual(texts.map((text) => ({ content: [{ type: "text", text }] })));
  });
});

describe("the process of mcp-sse connect", () => {
  test("writes the protocol to stdout and nothing else, answers what was written before stdin ended, and exits with 0", async () => {
    const peer = await serveMcp({
      slow: ({ id }) =>
        void setTimeout(50).then(() => peer.emit({ jsonrpc: "2.0", id, result: "late" })) as undefined,
    });
    const bin = startBin(["connect", peer.url.href]);
    bin.process.stdin?.end(
      `${line({ id: 1, method: "ping" })}this is noise\n${line({ id: 2, method: "slow" })}`,
    );
    expect(await bin.exited).toBe(0);
    const lines = bin
      .stdout()
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text));
    expect(lines).toEqual(
      expect.arrayContaining([
        { jsonrpc: "2.0", id: 1, result: {} },
        { jsonrpc: "2.0", id: 2, result: "late" },
      ]),
    );
    expect(lines.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
    expect(bin.stderr()).toContain("no message");
    expect(bin.stderr()).not.toContain("this is noise");
  });

  test("answers a last line that has no end", async () => {
    const peer = await serveMcp();
    const bin = startBin(["connect", peer.url.href]);
    bin.process.stdin?.end(line({ id: 1, method: "ping" }).trimEnd());
    expect(await bin.exited).toBe(0);
    expect(JSON.parse(bin.stdout())).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  test("does not wait for a host that does not read, once it is told to end", async () => {
    const peer = await serveMcp({ big: () => ({ result: "x".repeat(1_000_000) }) });
    const bin = startBin(["connect", peer.url.href]);
    bin.process.stdout?.pause();
    bin.process.stdin?.write(line({ id: 1, method: "big" }));
    await until(() => peer.asked.length === 1, "the request", PATIENCE_MS);
    bin.process.kill("SIGTERM");
    const [code] = await within(once(bin.process, "exit"), "its end", PATIENCE_MS);
    expect(code).toBe(0);
    bin.process.stdout?.resume();
  });

  test("answers what is in flight when the stream ends, and exits with 1", async () => {
    const peer = await serveMcp({ never: () => undefined });
    const bin = startBin(["connect", peer.url.href]);
    bin.process.stdin?.write(line({ id: "x", method: "never" }));
    await until(() => peer.asked.length === 1, "the request", PATIENCE_MS);
    peer.streams[0]?.end();
    expect(await bin.exited).toBe(1);
    expect(JSON.parse(bin.stdout())).toMatchObject({ id: "x", error: { code: -32000 } });
    expect(bin.stderr()).toContain("the connection to the server ended");
  });

  test("exits with 0 by SIGTERM, connected or not yet", async () => {
    const silent = await serveMcp({}, { get: () => {} });
    const waiting = startBin(["connect", silent.url.href]);
    await until(() => silent.requests.length === 1, "the GET", PATIENCE_MS);
    waiting.process.kill("SIGTERM");
    expect(await waiting.exited).toBe(0);

    const peer = await serveMcp();
    const bin = startBin(["connect", peer.url.href]);
    bin.process.stdin?.write(line({ id: 1, method: "ping" }));
    await until(() => bin.stdout() !== "", "the answer", PATIENCE_MS);
    bin.process.kill("SIGTERM");
    expect(await bin.exited).toBe(0);
  });

  test("exits with 0 at once when stdin closes, however far it has come", async () => {
    // The clock of each starts when stdin closes; what was said before that is waited for 1 s.
    const leave = async (bin: RunningBin): Promise<number> => {
      const from = performance.now();
      bin.process.stdin?.end();
      expect(await within(bin.exited, "its end", PATIENCE_MS)).toBe(0);
      return performance.now() - from;
    };
    const silent = await serveMcp({}, { get: () => {} });
    const mute = createTcpServer(() => {}).listen(0, "127.0.0.1");
    await once(mute, "listening");
    onTestFinished(() => void mute.close());
    const { port } = mute.address() as AddressInfo;
    const connected = once(mute, "connection");
    const [first, second, third] = [silent.url.href, silent.url.href, `http://127.0.0.1:${port}/sse`].map(
      (url) => startBin(["connect", url, "--timeout", "none"]),
    ) as [RunningBin, RunningBin, RunningBin];
    second.process.stdin?.write(line({ id: 0, method: "initialize", params: {} }));
    await until(() => silent.requests.length === 2, "both GETs", PATIENCE_MS);
    await connected;
    expect(await leave(first)).toBeLessThan(1_000);
    expect(await leave(third)).toBeLessThan(1_000);
    expect(await leave(second)).toBeLessThan(2_000);
    expect([first.stderr(), third.stderr(), second.stdout()]).toEqual(["", "", ""]);
    expect(second.stderr()).toContain("nothing was sent");

    const gone = await serveMcp();
    const bin = startBin(["connect", gone.url.href, "--reconnect"]);
    bin.process.stdin?.write(line({ id: 1, method: "ping" }));
    await until(() => bin.stdout() !== "", "the answer", PATIENCE_MS);
    gone.streams[0]?.destroy();
    await bin.logged(/trying again/);
    expect(await leave(bin)).toBeLessThan(1_000);
  });

  test("sends the token of its environment, and tells it to nobody", async () => {
    const peer = await serveMcp();
    const refused = await serveMcp({}, { post: (_request, response) => response.writeHead(401).end() });
    for (const { url, requests } of [peer, refused]) {
      const bin = startBin(["connect", url.href, "--bearer-env", "TOKEN", "-H", "x-key: secret"], {
        env: { TOKEN: "secret" },
      });
      bin.process.stdin?.end(line({ id: 1, method: "ping" }));
      await bin.exited;
      expect(requests[0]?.headers).toMatchObject({ authorization: "Bearer secret", "x-key": "secret" });
      expect(bin.stdout() + bin.stderr()).not.toContain("secret");
      expect(JSON.parse(bin.stdout())).toMatchObject({ id: 1 });
    }
  });

  test("with --reconnect initializes anew, and asks nothing twice (K07, K08)", async () => {
    const peer = await serveMcp({ "tools/call": () => undefined });
    const bin = startBin(["connect", peer.url.href, "--reconnect"]);
    const write = (text: string): void => void bin.process.stdin?.write(text);
    const asked = (method: string): number => peer.asked.filter((each) => each.method === method).length;
    write(line({ id: 0, method: "initialize", params: { a: 1 } }));
    await until(() => bin.stdout().includes('"id":0'), "initialize", PATIENCE_MS);
    write(
      line({ method: "notifications/initialized" }) +
        line({ id: 1, method: "tools/call", params: { name: "pay" } }),
    );
    await until(() => asked("tools/call") === 1, "the call", PATIENCE_MS);
    peer.streams[0]?.destroy();
    await until(() => bin.stdout().includes("-32000"), "the error", PATIENCE_MS);
    await until(() => asked("notifications/initialized") === 2, "the second handshake", PATIENCE_MS);
    write(line({ id: 2, method: "ping" }));
    await until(() => bin.stdout().includes('"id":2'), "the answer", PATIENCE_MS);
    expect([asked("initialize"), asked("tools/call")]).toEqual([2, 1]);
    bin.process.stdin?.end();
    expect(await bin.exited).toBe(0);
    expect(bin.stdout()).not.toContain("mcp-sse:initialize");
  });

  test("ends, and says so, where the server is gone for good", async () => {
    const server = createServer((_req, res) => res.writeHead(404).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const bin = startBin(["connect", `http://127.0.0.1:${port}/`, "--reconnect"]);
    expect(await within(bin.exited, "its end", PATIENCE_MS)).toBe(1);
    expect(bin.stderr()).toContain("/sse");
  });
});

test("a reader that is slow gets everything", async () => {
  const text = "x".repeat(1_000_000);
  const peer = await serveMcp({ "tools/call": () => ({ result: { content: [{ type: "text", text }] } }) });
  const bin = startBin(["call", peer.url.href, "big"]);
  bin.process.stdout?.pause();
  await until(() => peer.requests.length > 0 && peer.streams[0]?.destroyed === true, "its work", PATIENCE_MS);
  // It must not have ended meanwhile, though it has nothing more to do.
  const givenUp = await Promise.race([bin.exited, setTimeout(END_MS, "waits")]);
  expect(givenUp).toBe("waits");
  bin.process.stdout?.resume();
  expect(await within(bin.exited, "its end", PATIENCE_MS)).toBe(0);
  expect(bin.stdout()).toBe(`${text}\n`);
});

test("what could not be written is an error", async () => {
  const peer = await serveMcp();
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const bin = spawn(process.execPath, [BIN, "ping", peer.url.href], { stdio: ["ignore", full, "pipe"] });
  bin.stderr?.resume();
  const [code] = await within(once(bin, "exit"), "its end", PATIENCE_MS);
  expect(code).toBe(1);
});

test("a reader that has had enough is no error", async () => {
  const tools = Array.from({ length: 3_000 }, (_, n) => ({ name: `tool${n}`, description: "x".repeat(200) }));
  const peer = await serveMcp({ "tools/list": () => ({ result: { tools } }) });
  const bin = startBin(["tools", peer.url.href, "--json"]);
  bin.process.stdout?.once("data", () => bin.process.stdout?.destroy());
  await within(bin.exited, "its end", PATIENCE_MS);
  expect(bin.stderr()).toBe("");
});
