import { describe, expect, test } from "vitest";
import { styleOf } from "../../src/cli/style.ts";
import { fakeTerminal } from "./fake-terminal.ts";

function red(isTTY: boolean, env: Record<string, string> = {}): string {
  return styleOf(fakeTerminal({ isTTY }).stdout, env).red("x");
}

describe("a colour", () => {
  test("is there on a terminal", () => {
    expect(red(true)).toBe("\u001b[31mx\u001b[39m");
  });

  test("is not there in a pipe, on a dumb terminal, or where NO_COLOR says so", () => {
    expect(red(false)).toBe("x");
    expect(red(true, { TERM: "dumb" })).toBe("x");
    expect(red(true, { NO_COLOR: "1" })).toBe("x");
  });

  test("is there where NO_COLOR is empty, which says nothing", () => {
    expect(red(true, { NO_COLOR: "" })).toContain("\u001b[31m");
  });
});
