import { describe, test } from "vitest";
import { leaveNothing } from "./leave-nothing.ts";
import { branches } from "./peer/branches.ts";

describe.each(branches)("over $name", ({ options }) => {
  test("5 000 sends leave no listener, no socket and no timer", () => leaveNothing(options, 5_000));
});
