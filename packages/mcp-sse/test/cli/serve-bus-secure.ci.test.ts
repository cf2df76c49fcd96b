// `mcp-sse serve --bus` with brokers that ask who comes, over TLS; and for several servers of a file.

import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectSse, type SseClientConnection } from "@mcp-sse/sse-client";
import {
  type Broker,
  CERTIFICATE,
  startNats,
  startRedis,
  startSecureNats,
  startSecureRedis,
} from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { type RunningBin, startServe } from "./bin-process.ts";

const SECRET = "s3cret-of-all-instances";
const HELLO = '{"jsonrpc":"2.0","method":"notifications/hello"}';
const PASSWORD = "p4ss:w0rd/@";

/** Says back whatever it is told. */
const ECHO = ["--", "cat"];
const BUS = ["--bus-env", "BUS", "--bus-secret-env", "SECRET"];

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mcp-sse-bus-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function ready(url: URL): Promise<void> {
  const deadline = performance.now() + 20_000;
  while ((await fetch(new URL("/readyz", url))).status !== 200) {
    if (performance.now() > deadline) throw new Error("it does not become ready");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Connects to one instance, POSTs at the other, and reads what came of it. */
async function carried(get: URL, post: URL): Promise<unknown> {
  const connection: SseClientConnection = await connectSse(get);
  onTestFinished(() => connection.close());
  const { pathname, search } = connection.endpoint;
  const headers = { "content-type": "application/json" };
  const { status } = await fetch(new URL(pathname + search, post), { method: "POST", headers, body: HELLO });
  return [status, await connection.read()];
}

const ARRIVED = [202, { jsonrpc: "2.0", method: "notifications/hello" }];

const user = encodeURIComponent(PASSWORD);
const acl = ["--user", "default", "off", "--user", "bus", "on", `>${PASSWORD}`, "&mcp-sse:*", "+@all"];
const WAYS: readonly (readonly [string, () => Promise<Broker>, (port: number) => string])[] = [
  ["rediss: with a user", () => startSecureRedis(...acl), (port) => `rediss://bus:${user}@127.0.0.1:${port}`],
  [
    "tls: of NATS with a user",
    () => startSecureNats(`authorization { user: bus, password: "${PASSWORD}" }`),
    (port) => `tls://bus:${user}@127.0.0.1:${port}`,
  ],
  ["nats: with a token", () => startNats("--auth", PASSWORD), (port) => `nats://${user}@127.0.0.1:${port}`],
];

describe.each(WAYS)("serve --bus, %s", (_way, start, urlOf) => {
  test("carries POSTs, and tells the credentials nobody", async () => {
    const broker = await start();
    onTestFinished(() => broker.close());
    const ca = join(await temporary(), "ca.pem");
    writeFileSync(ca, CERTIFICATE);
    const env = { BUS: urlOf(broker.port), SECRET, NODE_EXTRA_CA_CERTS: ca };
    const [a, b] = await Promise.all([
      startServe([...BUS, ...ECHO], { env }),
      startServe([...BUS, ...ECHO], { env }),
    ]);
    await Promise.all([ready(a.url), ready(b.url)]);
    expect(await carried(a.url, b.url)).toEqual(ARRIVED);
    const said = [a, b].map((serve) => serve.stderr() + serve.stdout()).join("");
    for (const secret of [PASSWORD, user, SECRET]) expect(said).not.toContain(secret);
  });
});

describe.each([
  ["redis", startRedis],
  ["nats", startNats],
] as const)("serve --config --bus %s:", (kind, start) => {
  test("carries POSTs for every server of the file, over one pair of connections", async () => {
    const broker = await start();
    onTestFinished(() => broker.close());
    const cwd = await temporary();
    const mcpServers = { one: { command: "cat" }, two: { command: "cat" } };
    writeFileSync(join(cwd, "mcp.json"), JSON.stringify({ mcpServers }));
    const env = { BUS: `${kind}://127.0.0.1:${broker.port}`, SECRET };
    const startInstance = async (): Promise<RunningBin & { readonly urls: readonly URL[] }> => {
      const serve = await startServe(["--config", "mcp.json", ...BUS], { cwd, env });
      await serve.logged(/serving two at/);
      const urls = ["/one/sse", "/two/sse"].map((path) => new URL(path, serve.url));
      await ready(serve.url);
      return { ...serve, urls };
    };
    const [a, b] = await Promise.all([startInstance(), startInstance()]);
    for (const at of [0, 1]) {
      expect(await carried(a.urls[at] as URL, b.urls[at] as URL)).toEqual(ARRIVED);
      expect(await carried(b.urls[at] as URL, a.urls[at] as URL)).toEqual(ARRIVED);
    }
    for (const serve of [a, b]) serve.process.kill("SIGTERM");
    expect(await Promise.all([a.exited, b.exited])).toEqual([0, 0]);
  });
});
