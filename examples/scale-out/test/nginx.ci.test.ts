// What Debian's nginx does with the POSTs of 60 sessions on two instances that have no bus: how many go astray.

import { readFileSync } from "node:fs";
import { type Nginx, startNginx } from "@mcp-sse/testkit/node";
import { Client, SSEClientTransport } from "@modelcontextprotocol/client";
import type { SseHandlerOptions } from "mcp-sse/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSession, post, type Sender } from "./support/client.ts";
import { type Instance, startInstance } from "./support/node.ts";

const SESSIONS = 60;

/** The configurations of the page, by the word after `nginx`. */
const documented = new Map(
  [
    ...readFileSync(new URL("../../../docs/scaling.md", import.meta.url), "utf8").matchAll(
      /^```nginx ([\w-]+)\n([\s\S]*?)^```/gm,
    ),
  ].map(([, name = "", text = ""]) => [name, text]),
);

interface Pair {
  readonly instances: readonly [Instance, Instance];
  readonly nginx: Nginx;
  readonly url: URL;
}

/** Two instances behind a configuration that speaks of 127.0.0.1:3001 and 127.0.0.1:3002. */
async function startPair(
  config: string,
  optionsOf: (label: "a" | "b") => SseHandlerOptions = () => ({}),
  reachable: (instances: Pair["instances"]) => Promise<string> = async () => config,
): Promise<Pair> {
  const instances = [await startInstance(optionsOf("a")), await startInstance(optionsOf("b"))] as const;
  const text = await reachable(instances);
  for (const part of ["listen 80;", "127.0.0.1:3001", "127.0.0.1:3002"]) expect(text).toContain(part);
  const nginx = await startNginx((port) =>
    text
      .replaceAll("listen 80;", `listen 127.0.0.1:${port};`)
      .replaceAll("127.0.0.1:3001", instances[0].host)
      .replaceAll("127.0.0.1:3002", instances[1].host),
  );
  onTestFinished(() => nginx.close());
  return { instances, nginx, url: new URL("/sse", nginx.url) };
}

/** Opens the sessions and POSTs to each. @returns how often the POST was not answered 202. */
async function misroutes(
  { url, instances }: Pair,
  senderOf: (session: number) => { readonly get: Sender; readonly post: Sender } = () => ({
    get: {},
    post: {},
  }),
): Promise<{ readonly misrouted: number; readonly opened: readonly number[] }> {
  const openedBefore = instances.map(({ opened }) => opened());
  const misroutedBefore = instances.map(({ misrouted }) => misrouted());
  const statuses: number[] = [];
  for (let session = 0; session < SESSIONS; session++) {
    const sender = senderOf(session);
    const { endpoint } = await openSession(url, sender.get);
    statuses.push(await post(endpoint, sender.post));
  }
  const opened = instances.map((instance, i) => instance.opened() - (openedBefore[i] ?? 0));
  const refused = instances.map((instance, i) => instance.misrouted() - (misroutedBefore[i] ?? 0));
  const misrouted = statuses.filter((status) => status === 404).length;
  expect(statuses.filter((status) => status === 202)).toHaveLength(SESSIONS - misrouted);
  expect(sum(refused)).toBe(misrouted);
  expect(sum(opened)).toBe(SESSIONS);
  return { misrouted, opened };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function recipe(name: string): string {
  const text = documented.get(name);
  if (text === undefined) throw new Error(`docs/scaling.md has no \`nginx ${name}\``);
  return text;
}

const upstream = (balance: string): string => `
  upstream mcp { ${balance} server 127.0.0.1:3001; server 127.0.0.1:3002; }
  server { listen 80; location = /sse { proxy_pass http://mcp; proxy_set_header Host $http_host; } }`;

describe("without a bus, of the POSTs of 60 sessions behind nginx with two instances", () => {
  test("H11: round robin misroutes all when one client is served at a time, each answered 404 at once", async () => {
    const { misrouted, opened } = await misroutes(await startPair(upstream("")));
    // Strictly in turn: the GET goes to one, its POST to the other.
    expect([misrouted, opened]).toEqual([SESSIONS, [SESSIONS, 0]]);
  });

  test("hash $arg_sessionId misroutes about half, because the GET has no ID yet", async () => {
    const { misrouted, opened } = await misroutes(
      await startPair(upstream("hash $arg_sessionId consistent;")),
    );
    // Of 60 fair coins fewer than 12 or more than 48 come once in a million runs.
    expect(misrouted).toBeGreaterThanOrEqual(12);
    expect(misrouted).toBeLessThanOrEqual(48);
    // Of an empty key nginx makes no hash, and goes in turn.
    expect(opened).toEqual([SESSIONS / 2, SESSIONS / 2]);
  });

  test("a cookie of nginx misroutes them: a client of MCP sends none back", async () => {
    const pair = await startPair(`
  map $cookie_instance $by_cookie { default mcp; a mcp_a; b mcp_b; }
  map $upstream_addr $name { "127.0.0.1:3001" a; default b; }
  upstream mcp { server 127.0.0.1:3001; server 127.0.0.1:3002; }
  upstream mcp_a { server 127.0.0.1:3001; }
  upstream mcp_b { server 127.0.0.1:3002; }
  server { listen 80; location = /sse {
    proxy_pass http://$by_cookie; proxy_set_header Host $http_host; add_header Set-Cookie instance=$name; } }`);
    const { endpoint, cookies } = await openSession(pair.url);
    expect(cookies).toHaveLength(1);
    expect(await post(endpoint, { headers: { cookie: cookies[0] ?? "" } })).toBe(202);
    const client = await callAsSdk(pair.url);
    expect(client).toMatch(/404/);
  });

  test("ip_hash misroutes none while a client keeps its address, and gives a whole network to one instance", async () => {
    const pair = await startPair(upstream("ip_hash;"));
    const nat = { localAddress: "127.0.0.1" };
    const { misrouted, opened } = await misroutes(pair, () => ({ get: nat, post: nat }));
    expect(misrouted).toBe(0);
    expect(Math.max(...opened)).toBe(SESSIONS);
  });

  test("ip_hash misroutes about half when the POST comes from another address of a pool", async () => {
    const pair = await startPair(upstream("ip_hash;"));
    // Of an address of IPv4 it takes the first three parts.
    const { misrouted } = await misroutes(pair, (session) => ({
      get: { localAddress: `127.0.${session}.1` },
      post: { localAddress: `127.${1 + ((session * session) % 251)}.${session}.1` },
    }));
    expect(misrouted).toBeGreaterThanOrEqual(12);
    expect(misrouted).toBeLessThanOrEqual(48);
  });

  test("a label in the endpoint misroutes none", async () => {
    const pair = await startPair(recipe("label"), (label) => ({ endpoint: `/sse?to=${label}` }));
    const { misrouted, opened } = await misroutes(pair);
    expect([misrouted, opened]).toEqual([0, [SESSIONS / 2, SESSIONS / 2]]);
    const { endpoint } = await openSession(pair.url);
    endpoint.searchParams.set("to", "c");
    expect([202, 404]).toContain(await post(endpoint));
  });

  test("a path of its own for each instance misroutes none", async () => {
    const pair = await startPair(recipe("path"), (label) => ({ endpoint: `/${label}/sse` }));
    const { misrouted, opened } = await misroutes(pair);
    expect([misrouted, opened]).toEqual([0, [SESSIONS / 2, SESSIONS / 2]]);
  });

  test("a map on the node in the ID misroutes none, until an instance starts again", async () => {
    const config = recipe("node");
    const include = "include mcp-nodes.map;";
    expect(config).toContain(include);
    const pair = await startPair(config, undefined, async (instances) => {
      const lines = instances.map(async ({ host }, i) => {
        const { endpoint } = await openSession(new URL(`http://${host}/sse`));
        const [node] = (endpoint.searchParams.get("sessionId") ?? "").split(".");
        return `"~^${node}\\." mcp_${"ab"[i]};`;
      });
      return config.replace(include, (await Promise.all(lines)).join("\n"));
    });
    const { misrouted, opened } = await misroutes(pair);
    expect([misrouted, opened]).toEqual([0, [SESSIONS / 2, SESSIONS / 2]]);
  });
});

/** Connects the official SDK's client. @returns what it failed with. */
async function callAsSdk(url: URL): Promise<string> {
  const client = new Client({ name: "asks", version: "1.0.0" });
  onTestFinished(() => client.close());
  return client.connect(new SSEClientTransport(url)).then(
    () => "connected",
    (error: unknown) => String(error),
  );
}
