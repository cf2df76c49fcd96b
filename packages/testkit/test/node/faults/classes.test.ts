import { describe, expect, test } from "vitest";
import { FULL_SCALE, faultClasses } from "../../../src/node/faults/classes.ts";

describe("faultClasses", () => {
  test("are the eighteen ways to fail, each with its faults or its strike", () => {
    const entries = Object.entries(faultClasses);
    expect(entries).toHaveLength(18);
    const faults = entries.flatMap(([, { faults }]) => faults?.(FULL_SCALE) ?? []);
    const strikes = entries.filter(([, { strike }]) => strike !== undefined).map(([name]) => name);
    expect(strikes).toEqual(["refuse", "restart under load"]);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    expect(faults.map(({ name }) => name)).toMatchInlineSnapshot(`
      [
        "accept, then silence",
        "reset at request byte 300",
        "reset at response byte 300",
        "half-close up at byte 300",
        "half-close down at byte 300",
        "black hole both ways, for 900000 ms",
        "black hole up, for 900000 ms",
        "black hole down, for 900000 ms",
        "delay of 300 ms",
        "jitter up to 300 ms, seed 1",
        "1024 bytes a second",
        "1-byte chunks",
        "coalesced up to 65536 bytes, 300 ms",
        "body truncated after 300 bytes",
        "buffered until 8192 bytes",
        "idle cut after 60000 ms, by FIN",
        "idle cut after 60000 ms, by RST",
        "answer replaced by 429 text/plain",
        "answer replaced by 502 text/html",
        "answer replaced by 503 text/plain",
        "answer replaced by 504 text/html",
        "answer replaced by 200 text/html; charset=utf-8",
      ]
    `);
  });
});
