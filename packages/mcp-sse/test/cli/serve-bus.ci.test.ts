// `mcp-sse serve --bus` with real brokers, and with each client that there is for them: several instances, no stickiness.

import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectSse, type SseClientConnection } from "@mcp-sse/sse-client";
import { type Broker, startNats, startRedis } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { EXIT } from "../../src/cli/exit-code.ts";
import { type RunningBin, startServe } from "./bin-process.ts";

const SECRET = "s3cret-of-all-instances";
const HELLO = '{"jsonrpc":"2.0","method":"notifications/hello"}';

/** Says back whatever it is told. */
const ECHO = ["--", "cat"];

type Serve = RunningBin & { readonly url: URL };

async function startInstance(bus: string, ...more: string[]): Promise<Serve> {
  const args = ["--bus-env", "BUS", "--bus-secret-env", "SECRET", ...more, ...ECHO];
  return startServe(args, { env: { BUS: bus, SECRET } });
}

async function readiness({ url }: Serve): Promise<number> {
  return (await fetch(new URL("/readyz", url))).status;
}

async function becomes(ask: () => Promise<number>, status: number): Promise<void> {
  const deadline = performance.now() + 20_000;
  for (let got = 0; got !== status; got = await ask()) {
    if (performance.now() > deadline) throw new Error(`it is ${got} and not ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const ready = (serve: Serve): Promise<void> => becomes(() => readiness(serve), 200);

/** POSTs to the session of a connection, at another instance than its own. */
async function postAt({ url }: Serve, { endpoint }: SseClientConnection): Promise<number> {
  const target = new URL(endpoint.pathname + endpoint.search, url);
  const headers = { "content-type": "application/json" };
  return (await fetch(target, { method: "POST", headers, body: HELLO })).status;
}

async function connect({ url }: Serve): Promise<SseClientConnection> {
  const connection = await connectSse(url);
  onTestFinished(() => connection.close());
  return connection;
}

const brokers = {
  redis: { start: startRedis, url: ({ port }: Broker) => `redis://127.0.0.1:${port}` },
  nats: { start: startNats, url: ({ port }: Broker) => `nats://127.0.0.1:${port}` },
};

describe.each(["redis", "nats"] as const)("serve --bus over %s", (kind) => {
  async function startBroker(): Promise<{ broker: Broker; url: string }> {
    const broker = await brokers[kind].start();
    onTestFinished(() => broker.close());
    return { broker, url: brokers[kind].url(broker) };
  }

  test("finds the session of a POST on another instance, and drains without losing one", async () => {
    const { url } = await startBroker();
    const [a, b] = await Promise.all([startInstance(url, "--drain", "20s"), startInstance(url)]);
    await Promise.all([ready(a), ready(b)]);
    const connection = await connect(a);
    expect(await postAt(b, connection)).toBe(202);
    expect(await connection.read()).toMatchObject({ method: "notifications/hello" });
    // `cat` asks back what it was asked: until that is answered the request waits, and the drain with it.
    await connection.write({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect(await connection.read()).toMatchObject({ id: 1, method: "ping" });
    a.process.kill("SIGTERM");
    await a.logged(/SIGTERM/);
    expect(await readiness(a)).toBe(503);
    expect((await fetch(a.url)).status).toBe(503);
    expect(await postAt(b, connection)).toBe(202);
    expect(await connection.read()).toMatchObject({ method: "notifications/hello" });
    // The stream may end before the 202 of what ends it is read: they come on two sockets.
    await Promise.allSettled([connection.write({ jsonrpc: "2.0", id: 1, result: {} })]);
    expect(await connection.read()).toMatchObject({ id: 1, result: {} });
    expect(await connection.read()).toBeUndefined();
    expect(await a.exited).toBe(EXIT.ok);
    expect([404, 503]).toContain(await postAt(b, connection));
  });

  test("has a session of one server of a file at no other, on either instance", async () => {
    const { url } = await startBroker();
    const folder = await mkdtemp(join(tmpdir(), "mcp-sse-bus-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const config = join(folder, "mcp.json");
    writeFileSync(
      config,
      JSON.stringify({ mcpServers: { one: { command: "cat" }, two: { command: "cat" } } }),
    );
    for (const secret of [["--bus-secret-env", "SECRET"], []]) {
      const args = ["--bus-env", "BUS", ...secret, "--config", config];
      const start = (): Promise<Serve> => startServe(args, { env: { BUS: url, SECRET } });
      const instances = await Promise.all([start(), start()]);
      await Promise.all(instances.map(ready));
      const connection = await connectSse(new URL("/one/sse", instances[0]?.url));
      onTestFinished(() => connection.close());
      const { pathname, search } = connection.endpoint;
      const post = async (path: string, at: Serve): Promise<number> => {
        const headers = { "content-type": "application/json" };
        return (await fetch(new URL(path + search, at.url), { method: "POST", headers, body: HELLO })).status;
      };
      for (const instance of instances) {
        expect([await post(pathname, instance), await post("/two/sse", instance)]).toEqual([202, 404]);
        expect(await connection.read()).toMatchObject({ method: "notifications/hello" });
      }
    }
  });

  test("listens before its broker does, and survives its end", async () => {
    const { broker, url } = await startBroker();
    await broker.kill();
    const [a, b] = await Promise.all([startInstance(url), startInstance(url)]);
    await a.logged(new RegExp(`the bus at 127.0.0.1:${broker.port}: `));
    expect([await readiness(a), (await fetch(a.url)).status]).toEqual([503, 503]);
    await broker.start();
    await Promise.all([ready(a), ready(b)]);
    const connection = await connect(a);
    expect(await postAt(b, connection)).toBe(202);
    await connection.read();
    await broker.kill();
    await becomes(() => readiness(a), 503);
    expect((await fetch(a.url)).status).toBe(503);
    expect([503, 504]).toContain(await postAt(b, connection));
    // The stream stays, and what comes to its own instance arrives.
    expect(await postAt(a, connection)).toBe(202);
    expect(await connection.read()).toMatchObject({ method: "notifications/hello" });
    await broker.start();
    await Promise.all([ready(a), ready(b)]);
    expect(await postAt(b, connection)).toBe(202);
    expect(await connection.read()).toMatchObject({ method: "notifications/hello" });
  });

  test("ends in time when its broker never comes", async () => {
    const { broker, url } = await startBroker();
    await broker.kill();
    const serve = await startInstance(url);
    const from = performance.now();
    serve.process.kill("SIGTERM");
    expect(await serve.exited).toBe(EXIT.ok);
    expect(performance.now() - from).toBeLessThan(6_000);
  });
});

describe("serve --bus", () => {
  test("works with `redis` where `ioredis` is missing, and with a password of the environment", async () => {
    const broker = await startRedis("--requirepass", "p4ssw0rd");
    onTestFinished(() => broker.close());
    const folder = await mkdtemp(join(tmpdir(), "mcp-sse-bus-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const hook = join(folder, "without-ioredis.mjs");
    writeFileSync(hook, WITHOUT_IOREDIS);
    const env = {
      SECRET,
      BUS: `redis://:p4ssw0rd@127.0.0.1:${broker.port}`,
      NODE_OPTIONS: `--import ${hook}`,
    };
    const args = ["--bus-env", "BUS", "--bus-secret-env", "SECRET", ...ECHO];
    const [a, b] = await Promise.all([startServe(args, { env }), startServe(args, { env })]);
    await Promise.all([ready(a), ready(b)]);
    const connection = await connect(a);
    expect(await postAt(b, connection)).toBe(202);
    expect(await connection.read()).toMatchObject({ method: "notifications/hello" });
    expect(a.stderr() + b.stderr()).not.toContain("p4ssw0rd");
  });

  test("asks nobody about an ID whose mac is not of its secret", async () => {
    const broker = await startNats();
    onTestFinished(() => broker.close());
    const serve = await startInstance(`nats://127.0.0.1:${broker.port}`);
    await ready(serve);
    const connection = await connect(serve);
    const forged = new URL(connection.endpoint);
    const id = forged.searchParams.get("sessionId") ?? "";
    expect(id.split(".")).toHaveLength(3);
    forged.searchParams.set("sessionId", id.replace(/.{24}$/, "A".repeat(24)));
    const headers = { "content-type": "application/json" };
    await broker.kill();
    await becomes(() => readiness(serve), 503);
    // With the broker away a look-up would be 503.
    expect((await fetch(forged, { method: "POST", headers, body: HELLO })).status).toBe(404);
  });
});

const WITHOUT_IOREDIS = `
import { register } from "node:module";
const hooks = \`export async function resolve(name, context, next) {
  if (name === "ioredis") {
    throw Object.assign(new Error("Cannot find package 'ioredis'"), { code: "ERR_MODULE_NOT_FOUND" });
  }
  return next(name, context);
}\`;
register("data:text/javascript," + encodeURIComponent(hooks));
`;
