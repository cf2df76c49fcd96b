import { describe, expect, test } from "vitest";
import { blackHole, silence } from "../../../src/node/faults/hole.ts";
import { staysPending, until } from "../../../src/patience.ts";
import { openPair, openWire, stays } from "./wire.ts";

describe("blackHole", () => {
  test("lets nothing pass, no FIN either, until it is lifted", async () => {
    const wire = await openWire();
    const { client, server } = await openPair(wire);
    wire.proxy.links[0]?.become(blackHole());
    client.send("up");
    server.send("down");
    client.socket.end();
    expect(await stays(() => server.text === "GET " && client.text === "" && server.ends.length === 0)).toBe(
      true,
    );
    wire.proxy.links[0]?.become();
    await until(() => server.ends.length === 1 && client.text === "down");
    expect(server.text).toBe("GET up");
    expect(server.ends).toEqual(["end"]);
  });

  test.each([
    ["up", "", "answer"],
    ["down", "asked", ""],
  ] as const)("of one way, %s, lets the other one pass", async (direction, up, down) => {
    const wire = await openWire();
    const { client, server } = await openPair(wire);
    wire.proxy.links[0]?.become(blackHole({ direction }));
    client.send("asked");
    server.send("answer");
    await until(() => server.text === `GET ${up}` && client.text === down);
    expect(await stays(() => server.text === `GET ${up}` && client.text === down)).toBe(true);
    wire.proxy.links[0]?.reset();
    await until(() => client.ends.includes("close"));
  });

  test("makes the sender wait in the end, as a network without acknowledgements does", async () => {
    const wire = await openWire();
    const { server } = await openPair(wire);
    wire.proxy.links[0]?.become(blackHole({ direction: "down" }));
    const chunk = "x".repeat(256 * 1024);
    for (let sent = 0; sent < 64; sent++) server.send(chunk);
    expect(server.socket.writableNeedDrain).toBe(true);
    const drained = new Promise<void>((resolve) => server.socket.once("drain", resolve));
    expect(await staysPending(drained, 60)).toBe(true);
    wire.proxy.links[0]?.become();
    await drained;
  });

  test("is given up by TCP after its time, with a reset", async () => {
    const wire = await openWire(blackHole({ direction: "down", giveUpMs: 30 }));
    const { client, server } = await openPair(wire);
    await until(() => client.ends.includes("close") && server.ends.includes("close"));
    expect(client.ends).toEqual(["ECONNRESET", "close"]);
    expect(server.ends).toEqual(["ECONNRESET", "close"]);
  });

  test("that was lifted in time is not given up", async () => {
    const wire = await openWire(blackHole({ direction: "down", giveUpMs: 30 }));
    const { client } = await openPair(wire);
    wire.proxy.links[0]?.become();
    expect(await stays(() => client.ends.length === 0, 80)).toBe(true);
  });
});

describe("silence", () => {
  test("accepts, reads nothing and reaches no server", async () => {
    const wire = await openWire(silence());
    const client = await wire.connect();
    client.send("GET /sse HTTP/1.1\r\n\r\n");
    await until(() => wire.proxy.links.length === 1);
    expect(await stays(() => wire.servers.length === 0 && client.ends.length === 0)).toBe(true);
    expect(wire.proxy.links[0]?.passed).toEqual({ up: 0, down: 0 });
    wire.proxy.links[0]?.reset();
    await until(() => client.ends.includes("close"));
  });
});
