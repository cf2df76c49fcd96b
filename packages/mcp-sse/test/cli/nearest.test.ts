import { describe, expect, test } from "vitest";
import { nearest } from "../../src/cli/nearest.ts";

describe("the nearest name", () => {
  test("is the one of the fewest edits", () => {
    expect(nearest("hots", ["host", "port"])).toBe("host");
    expect(nearest("serv", ["serve", "call"])).toBe("serve");
    expect(nearest("max-mesage", ["max-message", "max-line"])).toBe("max-message");
  });

  test("is none where nothing is close", () => {
    expect(nearest("xyz", ["host", "port"])).toBeUndefined();
    expect(nearest("", ["host"])).toBeUndefined();
  });

  test("may be one that was begun", () => {
    expect(nearest("bearer-f", ["bearer-env", "bearer-file"])).toBe("bearer-file");
  });
});
