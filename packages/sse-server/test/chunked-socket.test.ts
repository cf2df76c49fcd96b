import { describe, expect, test } from "vitest";
import { chunkedSocketOf, isUnwrapped, writeChunks } from "../src/chunked-socket.ts";

describe("the chunked socket of other platforms", () => {
  test("is none: every chunk goes through its response", () => {
    const res = { write: () => true };
    expect(chunkedSocketOf(res)).toBeUndefined();
    expect(isUnwrapped(res)).toBe(false);
    expect(writeChunks({ on: () => {}, removeListener: () => {} }, ["a"])).toBe(false);
  });
});
