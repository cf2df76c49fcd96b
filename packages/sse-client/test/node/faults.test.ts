// The end of a connection as a network makes it: told once, told apart, with nothing lost that came before.

import type { CloseReason } from "@mcp-sse/jsonrpc";
import { until, within } from "@mcp-sse/testkit";
import { blackHole, createFaultProxy, type FaultProxy, silence } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SseClientConnection } from "../../src/client-connection.ts";
import { connectSse } from "../../src/connect.ts";
import { branches } from "../peer/branches.ts";
import { note } from "../peer/events.ts";
import { type SsePeer, serveSse } from "../peer/sse-server.ts";

const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" }) as const;
const QUIET_MS = 300;

interface Scene {
  readonly peer: SsePeer;
  readonly proxy: FaultProxy;
  readonly connection: SseClientConnection;
}

type End = (scene: Scene) => unknown;

/** How a connection may end, and what its client is told. */
const ends: readonly [what: string, end: End, code: CloseReason["code"]][] = [
  ["the server ends its stream", ({ peer }) => peer.stream.end(), "peer"],
  ["the connection is reset", ({ proxy }) => proxy.links[0]?.reset(), "network"],
  ["the stream is cut without its end", ({ proxy }) => proxy.links[0]?.end(), "network"],
  ["one half is closed", ({ proxy }) => proxy.links[0]?.endOf("down"), "network"],
  ["nothing comes any more", ({ proxy }) => proxy.links[0]?.become(blackHole()), "idle"],
  [
    "nothing comes on the way down",
    ({ proxy }) => proxy.links[0]?.become(blackHole({ direction: "down" })),
    "idle",
  ],
  ["everything restarts", ({ proxy }) => proxy.restart(), "network"],
  ["it is closed here", ({ connection }) => connection.close(), "local"],
];

describe.each(branches)("the end over $name", ({ options }) => {
  test.each(ends)("is told once and told apart when %s", async (_what, end, code) => {
    const peer = await serveSse({ onPost: () => {} });
    const proxy = await createFaultProxy({ target: new URL(peer.origin) });
    onTestFinished(() => proxy.close());
    const connection = await connectSse(new URL("/sse", proxy.url), {
      ...options,
      idleTimeoutMs: QUIET_MS,
      fenceTimeoutMs: 20,
    });
    const beat = setInterval(() => peer.stream.write(": beat\n\n"), QUIET_MS / 10);
    onTestFinished(() => clearInterval(beat));
    const told: CloseReason[] = [];
    void connection.closed.then((reason) => told.push(reason));
    // One is under way; close would wait 5 s for one that waits for its answer.
    const pings = code === "local" ? [ping(0)] : [ping(0), ping(1)];
    const outcomes = Promise.allSettled(pings.map((one) => connection.write(one)));
    await until(() => peer.posted.length > 0, "a POST");
    peer.stream.write(note("one") + note("two"));
    await until(() => (proxy.links[0]?.passed.down ?? 0) > 0 && peer.stream.writableLength === 0);
    expect(await connection.read()).toMatchObject({ method: "one" });
    await end({ peer, proxy, connection });
    const reason = await within(connection.closed, "the end");
    expect(reason.code).toBe(code);
    expect(await connection.read()).toMatchObject({ method: "two" });
    expect(await connection.read()).toBeUndefined();
    for (const outcome of await within(outcomes, "the end of every POST")) {
      expect(outcome).toMatchObject({ status: "rejected" });
    }
    await connection.close("too late");
    expect(await connection.closed).toBe(reason);
    expect(told).toEqual([reason]);
    proxy.plan = () => [silence()];
    await expect(connection.write(ping(2))).rejects.toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
  });
});
