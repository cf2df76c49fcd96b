import { testEffort } from "@mcp-sse/testkit";
import { describe, test } from "vitest";
import { searchOrders } from "./order-property.ts";
import { branches } from "./peer/branches.ts";

describe.each(branches)("the order over $name", ({ options }) => {
  test.each([
    ["answers a POST when it has it", false],
    ["answers a POST only when its handler has ended", true],
  ])(
    "of arrival is the order of writing around every fence at a server that %s",
    {
      timeout: 600_000 * testEffort,
    },
    async (_what, heldPosts) => {
      await searchOrders(options, heldPosts, 150 * testEffort);
    },
  );
});
