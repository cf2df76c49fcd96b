// `mcp-sse serve` in front of servers that people use, for the clients that people have; and for very many sessions.

import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { connectSse } from "@mcp-sse/sse-client";
import { until } from "@mcp-sse/testkit";
import { SSEClientTransport as SdkTransportV2 } from "@modelcontextprotocol/client";
import { SSEClientTransport as SdkTransportV1 } from "@modelcontextprotocol/sdk/client/sse.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { EXIT } from "../../src/cli/exit-code.ts";
import type { SdkTransport } from "../../src/sdk-transport.ts";
import { SSEClientTransport } from "../../src/sse-client-transport.ts";
import { createClient, type TestClient, type Version, versions } from "../sdk.ts";
import { startServe } from "./bin-process.ts";
import { startAtTerminal } from "./pty.ts";

const require = createRequire(import.meta.url);

/** The program of a package that has only a `bin`. */
function binOf(name: string): string {
  const manifest = require.resolve(`${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin: Record<string, string> };
  return join(dirname(manifest), Object.values(bin)[0] as string);
}

const TRANSPORTS = {
  "the SDK's own": (version: Version, url: URL) =>
    new (version === "v1" ? SdkTransportV1 : SdkTransportV2)(url),
  ours: (_version: Version, url: URL) => new SSEClientTransport(url),
};

async function clientOf(version: Version, transport: keyof typeof TRANSPORTS, url: URL): Promise<TestClient> {
  const client = createClient(version);
  await client.connect(TRANSPORTS[transport](version, url) as unknown as SdkTransport);
  onTestFinished(() => client.close());
  return client;
}

const pairs = versions.flatMap((version) =>
  (Object.keys(TRANSPORTS) as (keyof typeof TRANSPORTS)[]).map((transport) => [version, transport] as const),
);

describe("a client of the SDK", () => {
  test.each(pairs)("%s with %s transport uses server-everything", async (version, transport) => {
    const serve = await startServe([
      "--",
      process.execPath,
      binOf("@modelcontextprotocol/server-everything"),
      "stdio",
    ]);
    const client = await clientOf(version, transport, serve.url);
    expect(await client.call("echo", { message: "é中😀\u2028" })).toContain("é中😀\u2028");
    const seen: number[] = [];
    await client.call(
      "trigger-long-running-operation",
      { duration: 1, steps: 4 },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    // The SDK's own transport hands over a result before the progress that came with it.
    expect(transport === "ours" ? seen : [...seen, 4].slice(0, 4)).toEqual([1, 2, 3, 4]);
    await client.close();
    await serve.logged(/session 1 closed: the client has gone/);
  });

  test.each(versions)("%s reads a file through server-filesystem", async (version) => {
    const folder = mkdtempSync(join(tmpdir(), "mcp-sse-files-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "a.txt"), "the text");
    const server = binOf("@modelcontextprotocol/server-filesystem");
    const serve = await startServe(["--warm", "1", "--", process.execPath, server, folder]);
    const client = await clientOf(version, "ours", serve.url);
    expect(await client.call("read_text_file", { path: join(folder, "a.txt") })).toBe("the text");
    await expect(client.call("read_text_file", { path: "/etc/hostname" })).resolves.toMatch(/denied/i);
  });
});

describe("at a terminal", () => {
  test("shows colours, and ends with Ctrl-C", async () => {
    const pty = startAtTerminal(["serve", "--port", "0", "--", "cat"]);
    await pty.shows(/serving cat at http:\S+/);
    expect(pty.shown()).toContain("\u001b[2m");
    pty.type("\u0003");
    expect(await pty.exited).toBe(EXIT.ok);
    expect(pty.shown()).toContain("SIGINT: ending the sessions");
  });

  test("shows none where NO_COLOR says so", async () => {
    const pty = startAtTerminal(["serve", "--help"], { NO_COLOR: "1" });
    expect(await pty.exited).toBe(EXIT.ok);
    expect(pty.shown()).toContain("Usage: mcp-sse serve");
    expect(pty.shown()).not.toContain("\u001b");
    const coloured = startAtTerminal(["serve", "--prot"]);
    expect(await coloured.exited).toBe(EXIT.usage);
    expect(coloured.shown()).toContain("\u001b[31mmcp-sse:\u001b[39m unknown option --prot");
  });
});

/** Processes whose environment holds the mark, as the system lists them. */
function processesMarked(mark: string): number[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").includes(mark) ? [Number(pid)] : [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

describe("2 000 sessions", () => {
  test("B02: leave no process behind, however they end", { timeout: 170_000 }, async () => {
    const mark = randomUUID();
    // Each starts another, which would stay: `cat` says back whatever it is told.
    const command = ["/bin/sh", "-c", "sleep 1000 & exec cat"];
    const serve = await startServe(
      ["--pass-env", "MARK", "--max-sessions", "60", "--drain", "2s", "--", ...command],
      {
        env: { MARK: mark },
      },
    );
    const [itself] = processesMarked(mark);
    expect(itself).toBe(serve.process.pid);
    let most = 0;
    const session = async (number: number): Promise<void> => {
      if (number % 4 === 0) return vanish(serve.url);
      const connection = await connectSse(serve.url);
      await connection.write({ jsonrpc: "2.0", method: "notifications/hello", params: { number } });
      expect(await connection.read()).toMatchObject({ params: { number } });
      await connection.close();
    };
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < 2_000) {
        next += 1;
        await session(next);
        if (next % 100 === 0) most = Math.max(most, processesMarked(mark).length);
      }
    };
    await Promise.all(Array.from({ length: 20 }, worker));
    expect(most).toBeGreaterThan(2);
    await until(() => processesMarked(mark).length === 1, "one process", 30_000);
    serve.process.kill("SIGTERM");
    expect(await serve.exited).toBe(EXIT.ok);
    expect(processesMarked(mark)).toEqual([]);
  });

  test("of which some live leave no process behind when serve is killed", async () => {
    const mark = randomUUID();
    const serve = await startServe(["--pass-env", "MARK", "--", "cat"], { env: { MARK: mark } });
    await Promise.all(Array.from({ length: 20 }, () => connectSse(serve.url)));
    // A stream begins before its process.
    await until(() => processesMarked(mark).length === 21, "20 processes", 10_000);
    serve.process.kill("SIGKILL");
    await until(() => processesMarked(mark).length === 0, "no process", 10_000);
  });
});

/** A client that is gone as soon as its stream begins, without a word. */
function vanish({ host, port }: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(`GET /sse HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    });
    socket.once("data", () => socket.resetAndDestroy());
    socket.once("close", () => resolve());
    socket.once("error", reject);
  });
}
