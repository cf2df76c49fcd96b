import { describe, expect, onTestFinished, test } from "vitest";
import { halfCloseAt, passExactly, resetAt } from "../../../src/node/faults/cut.ts";
import { until } from "../../../src/patience.ts";
import { openPair, openWire } from "./wire.ts";

const REQUEST = "GET /sse HTTP/1.1\r\n\r\n";
const RESPONSE = "HTTP/1.1 200 OK\r\n\r\ndata: x\n\n";

describe("resetAt", () => {
  test.each([1, 7, REQUEST.length])("lets %i bytes of a request pass, then resets both sides", async (k) => {
    const wire = await openWire(resetAt("up", k));
    const client = await wire.connect();
    client.send(REQUEST);
    await until(() => client.ends.includes("close") && wire.servers[0]?.ends.includes("close") === true);
    expect(client.ends).toEqual(["ECONNRESET", "close"]);
    expect(wire.servers[0]?.ends).toEqual(["ECONNRESET", "close"]);
    expect(wire.servers[0]?.text).toBe(REQUEST.slice(0, k));
    expect(client.text).toBe("");
  });

  test("resets behind its byte also when this process reads late", async () => {
    const keepBusy = setInterval(() => {
      const free = performance.now() + 6;
      while (performance.now() < free);
    }, 1);
    onTestFinished(() => clearInterval(keepBusy));
    const wire = await openWire(resetAt("up", 1));
    for (let round = 0; round < 8; round++) {
      const client = await wire.connect();
      client.send(REQUEST);
      await until(
        () => client.ends.includes("close") && wire.servers[round]?.ends.includes("close") === true,
      );
      expect(wire.servers[round]).toMatchObject({ ends: ["ECONNRESET", "close"], text: "G" });
    }
  });

  test("resets at the first byte of a request when none may pass, and reaches no server", async () => {
    const wire = await openWire(resetAt("up", 0));
    const client = await wire.connect();
    client.send(REQUEST);
    await until(() => client.ends.includes("close"));
    expect(client.ends).toEqual(["ECONNRESET", "close"]);
    expect(wire.servers).toEqual([]);
  });

  test.each([0, 1, 20, RESPONSE.length])("lets %i bytes of a response pass, then resets both", async (k) => {
    const wire = await openWire(resetAt("down", k));
    const { client, server } = await openPair(wire);
    for (const part of [RESPONSE.slice(0, 10), RESPONSE.slice(10)]) server.send(part);
    await until(() => client.ends.includes("close") && server.ends.includes("close"));
    expect(client.ends).toEqual(["ECONNRESET", "close"]);
    expect(server.ends).toEqual(["ECONNRESET", "close"]);
    expect(client.text).toBe(RESPONSE.slice(0, k));
  });

  test("lets a response that is shorter pass whole", async () => {
    const { client, server } = await openPair(await openWire(resetAt("down", 1_000)));
    server.socket.end(RESPONSE);
    await until(() => client.ends.includes("end"));
    expect(client.text).toBe(RESPONSE);
  });
});

describe("halfCloseAt", () => {
  test("ends the request for the server with FIN, and still carries the response", async () => {
    const wire = await openWire(halfCloseAt("up", 7));
    const client = await wire.connect();
    client.send(REQUEST);
    await until(() => wire.servers[0]?.ends.length === 1);
    client.send("dropped");
    wire.servers[0]?.send(RESPONSE);
    await until(() => client.text === RESPONSE);
    expect(wire.servers[0]?.ends).toEqual(["end"]);
    expect(wire.servers[0]?.text).toBe(REQUEST.slice(0, 7));
    expect(client.ends).toEqual([]);
  });

  test("ends the response for the client with FIN, and still carries the request", async () => {
    const wire = await openWire(halfCloseAt("down", 9));
    const { client, server } = await openPair(wire);
    server.send(RESPONSE);
    await until(() => client.ends.length === 1);
    client.send("still here");
    await until(() => server.text === "GET still here");
    server.send("dropped");
    expect(client.ends).toEqual(["end"]);
    expect(client.text).toBe(RESPONSE.slice(0, 9));
    expect(server.ends).toEqual([]);
  });
});

describe("passExactly", () => {
  test("acts once the last byte was taken, wherever the pieces are cut", async () => {
    for (const size of [1, 2, 3, 10]) {
      const seen: string[] = [];
      const treatment = passExactly(5, () => seen.push("now"));
      for (let at = 0; at < 10; at += size) {
        await treatment.bytes(Buffer.from("0123456789".slice(at, at + size)), async (piece) => {
          if (piece.length > 0) seen.push(piece.toString());
        });
      }
      expect(seen.slice(0, seen.indexOf("now")).join("")).toBe("01234");
      expect(seen.filter((what) => what !== "now").join("")).toBe("01234");
    }
  });
});
