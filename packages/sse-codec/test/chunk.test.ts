import { describe, expect, test, vi } from "vitest";
import * as chunk from "../src/chunk.ts";
import { chunkSuite } from "./chunk-suite.ts";
import { conformanceSuite } from "./conformance.ts";

// Under Node, `#text` and `#chunk` are src/node/… for every other test.
const standard = await vi.hoisted(async () => ({
  text: await import("../src/text.ts"),
  chunk: await import("../src/chunk.ts"),
}));
vi.mock("#text", () => ({ ...standard.text }));
vi.mock("#chunk", () => ({ ...standard.chunk }));

chunkSuite("the standard branch", chunk);

describe("the import #chunk", () => {
  test("is the standard branch here", async () => {
    expect((await import("#chunk")).interpretChunk).toBe(chunk.interpretChunk);
  });
});

conformanceSuite("standard");
