import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { resetAt } from "../../../src/node/faults/cut.ts";
import type { LinkStart } from "../../../src/node/faults/link.ts";
import { delay } from "../../../src/node/faults/pace.ts";
import { createFaultProxy } from "../../../src/node/faults/proxy.ts";
import { until, within } from "../../../src/patience.ts";
import { openPair, openPlannedWire, openWire } from "./wire.ts";

describe("a link without faults", () => {
  test("carries bytes both ways, counts them, and hands on each half's end", async () => {
    const wire = await openWire();
    const { client, server } = await openPair(wire);
    const large = "x".repeat(3_000_000);
    server.send(large);
    client.send(large);
    await until(() => client.text.length === large.length && server.text.length === large.length + 4);
    expect(wire.proxy.links[0]?.passed).toEqual({ up: large.length + 4, down: large.length });
    client.socket.end();
    await until(() => server.ends.length === 1);
    expect(client.ends).toEqual([]);
    server.socket.end("bye");
    await until(() => client.ends.includes("close"));
    expect(client.ends).toEqual(["end", "close"]);
    expect(server.ends).toEqual(["end", "close"]);
    expect(client.text.endsWith("bye")).toBe(true);
  });

  test.each(["client", "server"] as const)("hands on a reset of the %s", async (from) => {
    const wire = await openWire();
    const ends = await openPair(wire);
    const link = wire.proxy.links[0];
    ends[from].socket.resetAndDestroy();
    const other = from === "client" ? ends.server : ends.client;
    await until(() => other.ends.includes("close"));
    expect(other.ends).toEqual(["ECONNRESET", "close"]);
    await within(link?.closed ?? Promise.reject(new Error("no link")), "the end of the link");
    expect(wire.proxy.sockets).toBe(0);
  });

  test("ends a client that leaves without a word", async () => {
    const wire = await openWire();
    const client = await wire.connect();
    client.socket.end();
    await until(() => client.ends.includes("close"));
    expect(client.ends).toEqual(["end", "close"]);
    expect(wire.servers).toEqual([]);
  });
});

describe("a link", () => {
  test("is given its faults when its first bytes have come, and says what they ask for", async () => {
    const starts: LinkStart[] = [];
    const wire = await openPlannedWire(({ number, method }) => {
      starts.push({ number, method });
      return [];
    });
    await openPair(wire, "GET /sse HTTP/1.1\r\n");
    await openPair(wire, "POST /m HTTP/1.1\r\n");
    expect(starts).toEqual([
      { number: 0, method: "GET" },
      { number: 1, method: "POST" },
    ]);
  });

  test("passes bytes through faults in their order, both of a pair", async () => {
    const { client, server } = await openPair(await openWire(delay(20), resetAt("down", 5)));
    server.send("0123456789");
    await until(() => client.ends.includes("close"));
    expect(client.text).toBe("01234");
  });

  test("takes another fault while it lives, and counts from there", async () => {
    const wire = await openWire();
    const { client, server } = await openPair(wire);
    server.send("before");
    await until(() => client.text === "before");
    wire.proxy.links[0]?.become(resetAt("down", 3));
    server.send("after");
    await until(() => client.ends.includes("close"));
    expect(client.text).toBe("beforeaft");
  });

  test("is ended by hand with a FIN both ways, or one way", async () => {
    const wire = await openWire();
    const { client, server } = await openPair(wire);
    const link = wire.proxy.links[0];
    link?.endOf("down");
    await until(() => client.ends.length === 1);
    client.send("more");
    await until(() => server.text === "GET more");
    link?.end();
    await until(() => server.ends.length === 1);
    expect([client.ends, server.ends]).toEqual([["end"], ["end"]]);
    client.socket.end();
    server.socket.end();
    await until(() => wire.proxy.links.length === 0);
    link?.become(delay(10));
    link?.reset();
  });

  test("resets a client whose server cannot be reached", async () => {
    const dead = await openWire();
    await dead.proxy.close();
    const proxy = await createFaultProxy({ target: dead.proxy.url });
    const codes: unknown[] = [];
    const socket = connect(Number(proxy.url.port), "127.0.0.1");
    socket.on("error", ({ code }: NodeJS.ErrnoException) => codes.push(code));
    socket.write("GET ");
    await until(() => socket.destroyed);
    expect(codes).toEqual(["ECONNRESET"]);
    await proxy.close();
  });
});
