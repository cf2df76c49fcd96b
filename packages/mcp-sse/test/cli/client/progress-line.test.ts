import { describe, expect, test } from "vitest";
import { progressLine } from "../../../src/cli/client/progress-line.ts";
import { fakeTerminal } from "../fake-terminal.ts";

describe("the line of progress", () => {
  test("is written over on a terminal, and gone in the end", () => {
    const terminal = fakeTerminal({ isTTY: true });
    const line = progressLine(terminal);
    line.clear();
    line.show({ progress: 1, total: 4, message: "half\u001b[2J" });
    line.clear();
    expect(terminal.err()).toBe("\r\u001b[2K1/4 25 % half\\x1b[2J\r\u001b[2K");
  });

  test.each([[{}], [{ env: { TERM: "dumb" }, isTTY: true }]])("is a line each elsewhere: %j", (options) => {
    const terminal = fakeTerminal(options);
    const line = progressLine(terminal);
    line.show({ progress: 1 });
    line.show({ progress: 2, total: 0 });
    line.clear();
    expect(terminal.err()).toBe("1\n2/0\n");
  });
});
