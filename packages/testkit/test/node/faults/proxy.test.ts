import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { blackHole } from "../../../src/node/faults/hole.ts";
import { delay } from "../../../src/node/faults/pace.ts";
import { createFaultProxy } from "../../../src/node/faults/proxy.ts";
import { until } from "../../../src/patience.ts";
import { openPair, openWire } from "./wire.ts";

/** The code of the error with which connecting fails; `undefined` when it succeeds. */
function tryToConnect(port: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code));
  });
}

describe("a fault proxy", () => {
  test("refuses connections when it is told to, and lets those that are there live", async () => {
    const wire = await openWire();
    const { client, server } = await openPair(wire);
    wire.proxy.refuse();
    wire.proxy.refuse();
    expect(await tryToConnect(wire.proxy.url.port)).toBe("ECONNREFUSED");
    server.send("still here");
    await until(() => client.text === "still here");
    await wire.proxy.accept();
    await wire.proxy.accept();
    expect(await tryToConnect(wire.proxy.url.port)).toBeUndefined();
  });

  test("restarts: breaks every connection, refuses for a while, and listens again", async () => {
    const wire = await openWire();
    const pairs = [await openPair(wire), await openPair(wire)];
    const restarted = wire.proxy.restart(50);
    expect(await tryToConnect(wire.proxy.url.port)).toBe("ECONNREFUSED");
    for (const { client, server } of pairs) {
      await until(() => client.ends.includes("close") && server.ends.includes("close"));
      expect([client.ends[0], server.ends[0]]).toEqual(["ECONNRESET", "ECONNRESET"]);
    }
    await restarted;
    await openPair(wire);
    expect(wire.proxy.accepted).toBe(3);
  });

  test("counts its connections and sockets, up and down", async () => {
    const wire = await openWire();
    expect([wire.proxy.links.length, wire.proxy.sockets]).toEqual([0, 0]);
    const first = await openPair(wire);
    const second = await openPair(wire);
    expect([wire.proxy.links.length, wire.proxy.sockets, wire.proxy.accepted]).toEqual([2, 4, 2]);
    first.client.socket.destroy();
    first.server.socket.end();
    await until(() => wire.proxy.links.length === 1);
    second.client.socket.resetAndDestroy();
    await until(() => wire.proxy.sockets === 0);
    expect(wire.proxy.links).toEqual([]);
  });

  test("is under the plan of the moment", async () => {
    const wire = await openWire();
    const { client, server } = await openPair(wire);
    wire.proxy.plan = () => [delay(60_000)];
    server.send("no delay");
    await until(() => client.text === "no delay");
    const other = await wire.connect();
    other.send("GET ");
    await until(() => wire.proxy.links.at(-1)?.method === "GET");
    expect(wire.servers).toHaveLength(1);
  });

  test("leaves nothing behind when it is closed, whatever its connections were under", async () => {
    const resources = () =>
      process
        .getActiveResourcesInfo()
        .filter((kind) => /Timeout|TCP/.test(kind))
        .sort();
    const before = resources();
    const wire = await openWire();
    const proxy = await createFaultProxy({
      target: wire.proxy.url,
      plan: ({ number }) => [number % 2 === 0 ? blackHole({ giveUpMs: 60_000 }) : delay(60_000)],
    });
    const sockets = Array.from({ length: 6 }, () => {
      const socket = connect(Number(proxy.url.port), "127.0.0.1");
      socket.on("error", () => {});
      socket.write("GET ");
      return socket;
    });
    await until(() => proxy.links.filter(({ method }) => method === "GET").length === 6);
    await proxy.close();
    await until(() => sockets.every(({ destroyed }) => destroyed));
    await proxy.accept();
    expect(await tryToConnect(proxy.url.port)).toBe("ECONNREFUSED");
    await wire.proxy.close();
    // The server of the wire itself listens until the test is over.
    await until(() => resources().length <= before.length + 1);
  });
});
