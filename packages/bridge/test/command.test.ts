import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { resolveCommand } from "../src/command.ts";
import type { StdioCommand } from "../src/options.ts";

const folder = mkdtempSync(join(tmpdir(), "mcp-sse-command-"));
writeFileSync(join(folder, "tool"), "");
chmodSync(join(folder, "tool"), 0o755);
writeFileSync(join(folder, "text"), "");
chmodSync(join(folder, "text"), 0o644);
afterAll(() => rmSync(folder, { recursive: true }));

describe("a command", () => {
  test.each<StdioCommand>([
    { command: process.execPath },
    { command: "node" },
    { command: "tool", env: { PATH: `/nowhere:${folder}` } },
    { command: "./tool", cwd: folder },
    { command: "tool", cwd: folder, env: { PATH: "" } },
  ])("is found: %j", (command) => {
    expect(resolveCommand(command)).toMatchObject({ command: command.command, args: [] });
  });

  test.each<StdioCommand>([
    { command: "no-such-command" },
    { command: "tool" },
    { command: "text", env: { PATH: folder } },
    { command: join(folder, "text") },
    { command: folder },
    { command: "./tool" },
    { command: "node", cwd: join(folder, "nowhere") },
    { command: "node", cwd: join(folder, "tool") },
  ])("is not found: %j", (command) => {
    expect(() => resolveCommand(command)).toThrow(expect.objectContaining({ code: "ERR_BRIDGE_COMMAND" }));
  });

  test.each<[StdioCommand, string]>([
    [{ command: join(folder, "text") }, "not executable"],
    [{ command: "text", env: { PATH: folder } }, "not executable"],
    [{ command: folder }, "not found"],
    [{ command: join(folder, "text", "x") }, "not found"],
  ])("that cannot be run says why: %j %s", (command, why) => {
    expect(() => resolveCommand(command)).toThrow(why);
  });

  test("of the wrong kind is a mistake of the caller", () => {
    const wrong = [
      { command: "" },
      { command: 1 },
      { command: "node\0" },
      { command: "node", args: "x" },
      { command: "node", args: [1] },
      { command: "node", env: { A: 1 } },
      { command: "node", env: null },
      { command: "node", cwd: 1 },
    ];
    for (const command of wrong)
      expect(() => resolveCommand(command as unknown as StdioCommand)).toThrow(TypeError);
  });
});
