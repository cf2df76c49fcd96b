import { describe, expect, test } from "vitest";
import { cutIdle } from "../../../src/node/faults/idle-cut.ts";
import { until } from "../../../src/patience.ts";
import { openPair, openWire } from "./wire.ts";

describe("cutIdle", () => {
  test.each([
    ["end", "end"],
    ["reset", "ECONNRESET"],
  ] as const)("cuts a silent connection, by %s", async (how, seen) => {
    const start = performance.now();
    const { client, server } = await openPair(await openWire(cutIdle(60, how)));
    await until(() => client.ends.length > 0 && server.ends.length > 0);
    expect(performance.now() - start).toBeGreaterThan(55);
    expect([client.ends[0], server.ends[0]]).toEqual([seen, seen]);
  });

  test("lets a connection live on which something passes, whichever way", async () => {
    const { client, server } = await openPair(await openWire(cutIdle(200)));
    const beat = setInterval(() => (client.text.length % 2 === 0 ? server : client).send("."), 10);
    try {
      const start = performance.now();
      await until(() => performance.now() - start > 450);
      expect([client.ends, server.ends]).toEqual([[], []]);
    } finally {
      clearInterval(beat);
    }
    await until(() => client.ends.length > 0);
  });
});
