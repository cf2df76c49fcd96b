import { describe, expect, test, vi } from "vitest";
import { blocksEnd, decode, decodeAligned, indexOfByte } from "../src/text.ts";
import { conformanceSuite } from "./conformance.ts";
import { textSuite } from "./text-suite.ts";

// Under Node, `#text` is src/node/text.ts for every other test.
const standard = await vi.hoisted(() => import("../src/text.ts"));
vi.mock("#text", () => ({ ...standard }));

textSuite("the standard branch of #text", { blocksEnd, decode, decodeAligned, indexOfByte });

describe("the import #text", () => {
  test("is the standard branch here", async () => {
    const text = await import("#text");
    expect(text.decode).toBe(decode);
  });
});

conformanceSuite("standard");
