import { describe, expect, test } from "vitest";
import { processTerminal } from "../../src/cli/terminal.ts";

describe("the terminal of this process", () => {
  test("takes its listeners back", () => {
    const counts = (): number[] =>
      ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "exit"].map((name) => process.listenerCount(name));
    const before = counts();
    const terminal = processTerminal();
    const stops = [terminal.onSignal(() => {}), terminal.onExit(() => {})];
    expect(counts()).toEqual(before.map((count) => count + 1));
    for (const stop of stops) stop();
    expect(counts()).toEqual(before);
  });

  test("is not ended by a reader that has had enough", () => {
    const { stdout, stderr } = processTerminal();
    for (const screen of [stdout, stderr]) expect(screen.emit("error", new Error("EPIPE"))).toBe(true);
    const before = stderr.listenerCount("error");
    expect(processTerminal().stderr.listenerCount("error")).toBe(before);
  });
});
