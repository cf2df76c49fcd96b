import { describe, expect, test } from "vitest";
import { EFFORT, searchLives } from "./model/lives.ts";

describe("a handler's sessions, whatever happens to them", () => {
  test("are what the model says after each command, and leave nothing", {
    timeout: 120_000 * EFFORT,
  }, async () => {
    const ends = await searchLives(100);
    // A search in which nothing ends has found out nothing.
    expect([...ends.keys()]).toEqual(expect.arrayContaining(["local", "peer", "shutdown", "accept-failed"]));
  });
});
