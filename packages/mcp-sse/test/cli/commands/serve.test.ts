import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectSse } from "@mcp-sse/sse-client";
import { until } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { EXIT } from "../../../src/cli/exit-code.ts";
import { runBin, startServe } from "../bin-process.ts";

// Processes start slowly on a machine that is busy.
vi.setConfig({ testTimeout: 30_000 });

// Answers with what it is, and what of the environment it has.
const WHO = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, params } = JSON.parse(line);
  const result = { pid: process.pid, argv: process.argv.slice(1), env: process.env, params };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
});
process.stderr.write("ready\\n");`;

const who = [process.execPath, "--eval", WHO];

interface Who {
  readonly pid: number;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

async function ask(url: URL, headers: Record<string, string> = {}): Promise<Who> {
  const connection = await connectSse(url, { headers });
  onTestFinished(() => connection.close());
  await connection.write({ jsonrpc: "2.0", id: 1, method: "who" });
  return ((await connection.read()) as unknown as { result: Who }).result;
}

describe("mcp-sse serve", () => {
  test("serves a command, one process per session, until it is told to stop", async () => {
    const serve = await startServe(["--", ...who, "--", "-x", "$(id)", "a b"], { env: { SECRET: "s" } });
    const [a, b] = await Promise.all([ask(serve.url), ask(serve.url)]);
    expect(a.pid).not.toBe(b.pid);
    expect(a.argv).toEqual(["-x", "$(id)", "a b"]);
    expect(Object.keys(a.env)).toEqual(expect.arrayContaining(["PATH", "HOME"]));
    expect(a.env).not.toHaveProperty("SECRET");
    await serve.logged(/session 1 \| ready/);
    serve.process.kill("SIGTERM");
    expect(await serve.exited).toBe(EXIT.ok);
    for (const { pid } of [a, b]) expect(() => process.kill(pid, 0)).toThrow();
    expect(serve.stdout()).toBe("");
  });

  test.each(["SIGHUP", "SIGQUIT"] as const)("leaves no process behind after %s", async (signal) => {
    const deaf = `process.on("SIGTERM", () => {}); process.stdin.resume(); setInterval(() => {}, 1_000);\n${WHO}`;
    const serve = await startServe(["--", process.execPath, "--eval", deaf]);
    const { pid } = await ask(serve.url);
    serve.process.kill(signal);
    expect(await serve.exited).toBe(EXIT.ok);
    expect(() => process.kill(pid, 0)).toThrow();
  });

  test("serves the servers of a file, with their environments, and the log in JSON", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mcp-sse-serve-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [command, ...args] = who;
    const mcpServers = {
      one: { command, args, env: { NAME: "one" } },
      two: { command, args, env: { NAME: "two" } },
      far: { url: "https://example.com/mcp" },
    };
    writeFileSync(join(folder, "mcp.json"), JSON.stringify({ mcpServers }));
    const serve = await startServe(["--config", "mcp.json", "--log-format", "json"], { cwd: folder });
    await serve.logged(/"server":"two"/);
    const lines = serve
      .stderr()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const urls = lines.filter(({ event }) => event === "listening").map(({ url }) => new URL(url));
    expect(urls.map(({ pathname }) => pathname)).toEqual(["/one/sse", "/two/sse"]);
    const answers = await Promise.all(urls.map((url) => ask(url)));
    expect(answers.map(({ env }) => env.NAME)).toEqual(["one", "two"]);
    expect(lines.find(({ event }) => event === "skipped")).toMatchObject({ name: "far" });
  });

  test("asks for a token, and shows it to nobody", async () => {
    const env = { TOKEN: "top-secret-token" };
    const serve = await startServe(["--bearer-env", "TOKEN", "--", ...who], { env });
    const response = await fetch(serve.url);
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining("Bearer"),
    ]);
    const { env: given } = await ask(serve.url, { authorization: "Bearer top-secret-token" });
    expect(JSON.stringify(given)).not.toContain("top-secret");
    await serve.logged(/401/);
    expect(serve.stderr()).not.toContain("top-secret");
  });

  test("exits in time though its peers take nothing, and frees the port", async () => {
    const serve = await startServe(["--drain", "1s", "--", ...who]);
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(Number(serve.url.port), "127.0.0.1");
      socket.write(`GET /sse HTTP/1.1\r\nHost: ${serve.url.host}\r\n\r\n`);
      // Never read: what is sent fills its buffers, and no end is ever answered.
      socket.pause();
      socket.on("error", () => {});
      onTestFinished(() => void socket.destroy());
      return socket;
    });
    await until(
      () => (serve.stderr().match(/ \| ready/g) ?? []).length === sockets.length,
      "20 sessions",
      15_000,
    );
    const from = performance.now();
    serve.process.kill("SIGTERM");
    expect(await serve.exited).toBe(EXIT.ok);
    expect(performance.now() - from).toBeLessThan(8_000);
    const port = createServer().listen(Number(serve.url.port), "127.0.0.1");
    await once(port, "listening");
    port.close();
  });

  test("B07: fails before it listens where the command cannot be found", async () => {
    const { code, stderr } = await runBin(["serve", "--port", "0", "--", "no-such-command-of-mine"]);
    expect([code, stderr]).toEqual([EXIT.failed, "mcp-sse: command not found: no-such-command-of-mine\n"]);
  });
});
