import { describe, expect, test } from "vitest";
import { delay, jitter, slow } from "../../../src/node/faults/pace.ts";
import { until } from "../../../src/patience.ts";
import { type End, openPair, openWire } from "./wire.ts";

/** How long it takes, in ms, until what is sent now has arrived whole. */
async function timeOf(from: End, to: End, text: string): Promise<number> {
  const before = to.text;
  const start = performance.now();
  from.send(text);
  await until(() => to.text === before + text, "what was sent");
  return performance.now() - start;
}

describe("delay", () => {
  test("delays both directions, and not the next piece by the one before", async () => {
    const { client, server } = await openPair(await openWire(delay(50)));
    expect(await timeOf(client, server, "up")).toBeGreaterThan(45);
    const start = performance.now();
    for (let piece = 0; piece < 20; piece++) {
      server.send(String(piece));
      await new Promise(setImmediate);
    }
    await until(() => client.text === Array.from({ length: 20 }, (_, piece) => piece).join(""));
    expect(performance.now() - start).toBeGreaterThan(45);
    expect(performance.now() - start).toBeLessThan(500);
  });

  test("delays the FIN too, behind what came before it", async () => {
    const { client, server } = await openPair(await openWire(delay(30)));
    server.socket.end("last words");
    await until(() => client.ends.length > 0);
    expect(client.text).toBe("last words");
    expect(client.ends[0]).toBe("end");
  });

  test("lets what it holds pass when it is lifted", async () => {
    const wire = await openWire();
    const { client, server } = await openPair(wire);
    wire.proxy.links[0]?.become(delay(60_000));
    client.send("held");
    await until(() => wire.proxy.links[0]?.passed.up === 4);
    wire.proxy.links[0]?.become();
    await until(() => server.text === "GET held");
  });
});

describe("jitter", () => {
  test("keeps the order, and gives the same times for the same seed", async () => {
    const times: number[][] = [];
    for (const seed of [7, 7, 8]) {
      const fault = jitter(1_000, seed);
      const slept: number[] = [];
      const scope = {
        over: false,
        ended: new Promise<void>(() => {}),
        sleep: async (ms: number) => void slept.push(Math.round(ms)),
      };
      const treatment = fault.up?.({ scope } as never);
      const passed: string[] = [];
      for (const piece of ["a", "b", "c"]) {
        await treatment?.bytes(Buffer.from(piece), async (bytes) => void passed.push(bytes.toString()));
      }
      await treatment?.end?.(async () => {});
      expect(passed).toEqual(["a", "b", "c"]);
      times.push(slept.map((ms) => Math.round(ms / 20)));
    }
    expect(times[0]).toEqual(times[1]);
    expect(times[0]).not.toEqual(times[2]);
  });
});

describe("slow", () => {
  test("lets no more pass than so many bytes a second", async () => {
    const { client, server } = await openPair(await openWire(slow(1_024)));
    const took = await timeOf(server, client, "x".repeat(256));
    expect(took).toBeGreaterThan(230);
    expect(Math.max(...client.pieces.map(({ length }) => length))).toBeLessThanOrEqual(128);
  });
});
