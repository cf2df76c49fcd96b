import fc from "fast-check";
import { expect, test } from "vitest";
import { isEqual } from "../src/is-equal.ts";

test("isEqual compares texts, wherever they differ", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (left, right) => {
      expect(isEqual(left, right)).toBe(left === right);
      expect(isEqual(left, `${left}`)).toBe(true);
      expect(isEqual(`${left}a`, `${left}b`)).toBe(false);
    }),
  );
});
