import { expect, test } from "vitest";
import { BridgeError, systemCodeOf } from "../src/errors.ts";

test("a BridgeError has a code, and what is known of the child", () => {
  const exit = { code: 1, signal: undefined };
  expect(new BridgeError("ERR_BRIDGE_EXIT", "x", { exit, stderr: ["a"] })).toMatchObject({
    name: "BridgeError",
    code: "ERR_BRIDGE_EXIT",
    exit,
    stderr: ["a"],
  });
  const bare = new BridgeError("ERR_BRIDGE_START", "x");
  expect([bare.exit, bare.stderr, "cause" in bare]).toEqual([undefined, [], false]);
  expect(new BridgeError("ERR_BRIDGE_START", "x", { cause: 1 }).cause).toBe(1);
});

test("the system's word is its code", () => {
  expect(systemCodeOf(Object.assign(new Error("x"), { code: "ENOENT" }))).toBe("ENOENT");
  for (const other of [undefined, null, new Error("x"), { code: 1 }, "ENOENT"])
    expect(systemCodeOf(other)).toBeUndefined();
});
