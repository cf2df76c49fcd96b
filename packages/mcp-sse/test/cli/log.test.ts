import { describe, expect, test } from "vitest";
import { createLog } from "../../src/cli/log.ts";
import { fakeTerminal } from "./fake-terminal.ts";

describe("a log", () => {
  test("for people is a time and a text", () => {
    const terminal = fakeTerminal();
    createLog("pretty", terminal)("info", "opened", "it opened", { session: 1 });
    expect(terminal.err()).toMatch(/^\d\d:\d\d:\d\d\.\d{3} {2}it opened\n$/);
    expect(terminal.out()).toBe("");
  });

  test("shows on a terminal what is bad", () => {
    const terminal = fakeTerminal({ isTTY: true });
    createLog("pretty", terminal)("error", "failed", "it failed");
    expect(terminal.err()).toContain("\u001b[31mit failed\u001b[39m");
  });

  test("for programs is one object per line", () => {
    const terminal = fakeTerminal({ isTTY: true });
    const log = createLog("json", terminal);
    log("warn", "opened", "it\nopened", { session: 1, pid: undefined });
    log("info", "closed", "it closed");
    const [first, second] = terminal
      .err()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(first).toEqual({
      time: expect.any(String),
      level: "warn",
      event: "opened",
      text: "it\nopened",
      session: 1,
    });
    expect(second).toMatchObject({ event: "closed" });
  });
});
