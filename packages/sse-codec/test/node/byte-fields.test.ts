import { describe, expect, test } from "vitest";
import { isDataField, isEventField, isIdField, valueStart } from "../../src/node/byte-fields.ts";

const encoder = new TextEncoder();

describe.each([
  ["data", isDataField],
  ["event", isEventField],
  ["id", isIdField],
] as const)("the name %s", (name, isField) => {
  test("is told by each of its bytes and its colon", () => {
    const line = encoder.encode(`xx${name}: 1`);
    expect(isField(line, 2)).toBe(true);
    for (let at = 3; at <= 2 + name.length; at++) {
      const other = line.slice();
      other[at] = 0x2e;
      expect(isField(other, 2)).toBe(false);
      expect(isField(line.slice(0, at), 2)).toBe(false);
    }
  });
});

describe("a value", () => {
  test("starts behind one space", () => {
    expect(valueStart(encoder.encode(":  x"), 1)).toBe(2);
    expect(valueStart(encoder.encode(":x"), 1)).toBe(1);
    expect(valueStart(encoder.encode(":"), 1)).toBe(1);
  });
});
