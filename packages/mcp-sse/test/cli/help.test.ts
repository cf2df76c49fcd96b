import { describe, expect, test, vi } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { commandHelp, generalHelp } from "../../src/cli/help.ts";
import { styleOf } from "../../src/cli/style.ts";
import { commandOf } from "./command.ts";
import { fakeTerminal } from "./fake-terminal.ts";

// A busy machine is slow.
vi.setConfig({ testTimeout: 30_000 });

const style = styleOf(fakeTerminal().stdout, {});

describe("the help", () => {
  test("of a command is made of what it declares", () => {
    expect(commandHelp(commandOf({ notes: ["A note."] }), style)).toMatchInlineSnapshot(`
      "Try it.

      Usage: mcp-sse try [options] <what>

      Options:
        -p, --port <n>         a number (default 1)
            --header <text>    a text (may be repeated)
            --loud             a flag
            --max-size <size>  a size
            --wait <time>      a time
        -h, --help             show this help

      Examples:
        mcp-sse try it
            tries it

      A note.
      "
    `);
  });

  test("lists every command", () => {
    const help = generalHelp(COMMANDS, style);
    for (const [name, { summary }] of COMMANDS) expect(help).toContain(`${name}  `.trimEnd() && summary);
  });

  test.each([...COMMANDS])("of %s fits a terminal, and its summary is its own", async (name, listed) => {
    const command = await listed.load();
    expect(command).toMatchObject({ name, summary: listed.summary });
    for (const line of commandHelp(command, style).split("\n")) expect(line.length).toBeLessThanOrEqual(110);
    for (const { help } of Object.values(command.options)) expect(help).toMatch(/^[^A-Z][\s\S]*[^.]$/);
  });
});
