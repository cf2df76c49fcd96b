import { describe, expect, test } from "vitest";
import { blocksEnd } from "../../src/node/blocks.ts";

const encoder = new TextEncoder();

describe("blocksEnd", () => {
  test.each([
    ["é\n\n", "é\n\n"],
    ["é\r\r", "é\r\r"],
    ["é\r\n\r\n", "é\r\n\r\n"],
    ["x\n\ny\n", "x\n\n"],
    ["x\r\n\r\ny\r\n", "x\r\n\r\n"],
    ["x\n\ny\nz\r\nrest", "x\n\n"],
    ["x\r\ry", "x\r\r"],
    ["x\ny\n", ""],
    ["x\r\ny", ""],
    ["\n", "\n"],
    ["\r\n", "\r\n"],
    ["xy", ""],
    ["", ""],
  ])("of %j stands behind %j, or nowhere", (text, blocks) => {
    const found = blocksEnd(encoder.encode(`>${text}`), 1);
    // A blank line at the very start may go unseen: nothing is lost by that.
    expect([1, 1 + encoder.encode(blocks).length]).toContain(found);
    if (blocks.length > 2) expect(found).toBe(1 + encoder.encode(blocks).length);
  });
});
