import fc from "fast-check";
import { expect, test } from "vitest";
import { utf8Length } from "../../src/bus/utf8-length.ts";

test("utf8Length is what an encoder makes of any text without lone surrogates", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).byteLength);
    }),
  );
});
