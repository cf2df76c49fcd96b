import { expect, test } from "vitest";
import { createMac } from "../../src/node/mac.ts";

test("createMac on Node takes no turn", () => {
  expect(typeof createMac("secret").of("text")).toBe("string");
});
