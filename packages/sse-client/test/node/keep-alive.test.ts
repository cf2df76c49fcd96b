import http from "node:http";
import https from "node:https";
import { until } from "@mcp-sse/testkit";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createKeepAliveAgent, dropStaleSockets, noteKeepAliveHint } from "../../src/node/keep-alive.ts";
import { serve, type TestServer } from "../peer/server.ts";

/** A server that announces `hint`, and never closes a socket by itself. */
async function announcing(hint: string | undefined): Promise<TestServer> {
  const peer = await serve((_request, response) => {
    if (hint === undefined) response.removeHeader("keep-alive");
    else response.setHeader("keep-alive", hint);
    response.end("x");
  });
  peer.server.keepAliveTimeout = 0;
  return peer;
}

async function get(peer: TestServer, agent: http.Agent): Promise<void> {
  dropStaleSockets(agent);
  await new Promise<void>((resolve, reject) => {
    const request = http.get(`${peer.origin}/`, { agent }, (response) => {
      noteKeepAliveHint(response);
      response.resume();
      response.once("close", resolve);
    });
    request.once("error", reject);
  });
  // The agent has its socket back.
  await new Promise((resolve) => setImmediate(resolve));
}

function agentOf(agent: http.Agent): http.Agent {
  onTestFinished(() => agent.destroy());
  return agent;
}

const free = (agent: http.Agent) => Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []);

/** What a timer takes, less the margin; and what is no finite number. */
const LONGEST_MS = 2 ** 31 - 1 - 1_000;
const FOREVER = `timeout=${"9".repeat(310)}`;

describe("a keep-alive agent", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("speaks TLS where it is asked to", () => {
    expect(agentOf(createKeepAliveAgent(true))).toBeInstanceOf(https.Agent);
    expect(agentOf(createKeepAliveAgent(false))).not.toBeInstanceOf(https.Agent);
  });

  test("uses a socket again within its time", async () => {
    const peer = await announcing("timeout=5");
    const agent = agentOf(createKeepAliveAgent(false));
    for (let count = 0; count < 5; count++) await get(peer, agent);
    expect(peer.connections).toBe(1);
  });

  test.each<[hint: string | undefined, ms: number]>([
    ["timeout=5", 4_000],
    ["max=100, timeout=65", 64_000],
    ["timeout=1", 500],
    ["timeout=2", 1_000],
    [undefined, 4_000],
    ["max=100", 4_000],
    ["nonsense", 4_000],
    ["timeout=9999999999", LONGEST_MS],
    [FOREVER, LONGEST_MS],
  ])("lets a socket go in time: %j in %i ms", async (hint, ms) => {
    const peer = await announcing(hint);
    const agent = agentOf(createKeepAliveAgent(false));
    await get(peer, agent);
    await until(() => free(agent).length === 1, "the socket");
    expect(free(agent).map(({ timeout }) => timeout)).toEqual([ms]);
    // In use again it has no time limit: a silent stream is not cut.
    http.get(`${peer.origin}/`, { agent }, (response) => response.resume()).on("error", () => {});
    expect(free(agent)).toEqual([]);
    const [inUse] = Object.values(agent.sockets).flatMap((sockets) => sockets ?? []);
    expect(inUse?.timeout).toBe(0);
  });

  test("keeps no socket that is announced to be closed at once", async () => {
    const peer = await announcing("timeout=0");
    const agent = agentOf(createKeepAliveAgent(false));
    await get(peer, agent);
    expect(free(agent)).toEqual([]);
    await get(peer, agent);
    expect(peer.connections).toBe(2);
  });

  test("uses no socket again that may be closed unannounced, until one has stayed", async () => {
    const peer = await announcing(undefined);
    const agent = agentOf(createKeepAliveAgent(false));
    await get(peer, agent);
    await get(peer, agent);
    expect(peer.connections).toBe(2);
    await until(() => free(agent).length === 2, "both sockets");
    for (let count = 0; count < 5; count++) await get(peer, agent);
    expect(peer.connections).toBe(2);
    expect(free(agent)).toHaveLength(2);
  });

  test.each(["end", "resetAndDestroy"] as const)(
    "sends nothing on a socket that the server closes after each answer, with %s",
    async (how) => {
      const peer = await serve((_request, response) => {
        const { socket } = response;
        response.end("x", () => setTimeout(() => socket?.[how](), 5));
      });
      peer.server.keepAliveTimeout = 0;
      const agent = agentOf(createKeepAliveAgent(false));
      for (let count = 0; count < 20; count++) await get(peer, agent);
      expect(peer.connections).toBe(20);
      await until(() => peer.sockets.size === 0, "the end of the sockets");
      expect(free(agent)).toEqual([]);
    },
  );

  test("sends nothing on such a socket either when this process is late", async () => {
    const peer = await serve((_request, response) => {
      const { socket } = response;
      response.end("x", () => setTimeout(() => socket?.end(), 5));
    });
    peer.server.keepAliveTimeout = 0;
    const agent = agentOf(createKeepAliveAgent(false));
    for (let count = 0; count < 6; count++) {
      await get(peer, agent);
      // Both its timers are due when it comes to them, the server's and the agent's.
      await new Promise((resolve) => setTimeout(resolve, 2));
      const free = performance.now() + 60;
      while (performance.now() < free);
    }
    expect(peer.connections).toBe(6);
  });

  test("lets go of an idle socket by itself", async () => {
    const peer = await announcing("timeout=1");
    const agent = agentOf(createKeepAliveAgent(false));
    await get(peer, agent);
    await until(() => peer.sockets.size === 0, "the end of the socket");
    expect(free(agent)).toEqual([]);
  });
});

describe("dropStaleSockets", () => {
  test.each(["lifo", "fifo"] as const)(
    "closes what is past its time before a timer could, of an agent that is %s",
    async (scheduling) => {
      const peer = await announcing("timeout=5");
      const agent = agentOf(new http.Agent({ keepAlive: true, scheduling }));
      await get(peer, agent);
      const now = performance.now();
      const clock = vi.spyOn(performance, "now").mockReturnValue(now + 3_900);
      await get(peer, agent);
      expect(peer.connections).toBe(1);
      clock.mockReturnValue(now + 3_900 + 4_100);
      await get(peer, agent);
      expect(peer.connections).toBe(2);
      vi.restoreAllMocks();
      expect(free(agent)).toHaveLength(1);
    },
  );

  test("leaves alone what it does not know, and an agent without a list", () => {
    const agent = agentOf(new http.Agent({ keepAlive: true }));
    dropStaleSockets(agent);
    dropStaleSockets({ addRequest() {} } as unknown as http.Agent);
  });
});
