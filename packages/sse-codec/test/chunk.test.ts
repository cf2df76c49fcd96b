import { describe, expect, test, vi } from "vitest";
import * as chunk from "../src/chunk.ts";
import { chunkSuite } from "./chunk-suite.ts";
import { conformanceSuite } from "./conformance.ts";

// Under Node, `#text`, `#chunk` and `#text-stream` are src/node/… for every other test.
const standard = await vi.hoisted(async () => ({
  text: await import("../src/text.ts"),
  chunk: await import("../src/chunk.ts"),
  textStream: await import("../src/text-stream.ts"),
}));
vi.mock("#text", () => ({ ...standard.text }));
vi.mock("#chunk", () => ({ ...standard.chunk }));
vi.mock("#text-stream", () => ({ ...standard.textStream }));

chunkSuite("the standard branch", chunk);

describe("the import #chunk", () => {
  test("is the standard branch here", async () => {
    expect((await import("#chunk")).interpretChunk).toBe(chunk.interpretChunk);
  });
});

conformanceSuite("standard");
