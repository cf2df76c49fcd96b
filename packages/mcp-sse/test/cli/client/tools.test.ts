import { describe, expect, test } from "vitest";
import type { Conversation } from "../../../src/cli/client/conversation.ts";
import { listTools, type Tool, toolTable } from "../../../src/cli/client/tools.ts";
import { styleOf } from "../../../src/cli/style.ts";
import { fakeTerminal } from "../fake-terminal.ts";

const style = styleOf(fakeTerminal().stdout, {});

/** Answers tools/list with one page after the other. */
function pages(...all: unknown[]): { conversation: Conversation; cursors: unknown[] } {
  const cursors: unknown[] = [];
  const request: Conversation["request"] = async (_method, params) => {
    cursors.push((params as { cursor?: unknown } | undefined)?.cursor);
    return all[Math.min(cursors.length, all.length) - 1];
  };
  return { conversation: { request } as Conversation, cursors };
}

describe("the list of tools", () => {
  test("is all of its pages", async () => {
    const { conversation, cursors } = pages(
      { tools: [{ name: "a" }], nextCursor: "2" },
      { tools: [], nextCursor: "3" },
      { tools: [{ name: "b", x: 1 }] },
    );
    expect(await listTools(conversation)).toEqual([{ name: "a" }, { name: "b", x: 1 }]);
    expect(cursors).toEqual([undefined, "2", "3"]);
  });

  test.each([[null], [{}], [{ tools: [null] }], [{ tools: [{ name: 1 }] }], [{ tools: [], nextCursor: 1 }]])(
    "is not %j",
    async (page) => {
      await expect(listTools(pages(page).conversation)).rejects.toMatchObject({ name: "CliError" });
    },
  );

  test("comes to an end where a server names the same page again", async () => {
    const { conversation, cursors } = pages({ tools: [{ name: "a" }], nextCursor: "1" });
    await expect(listTools(conversation)).rejects.toMatchObject({ name: "CliError" });
    expect(cursors.length).toBeLessThan(5);
  });

  test("comes to an end where a server always names another", async () => {
    let asked = 0;
    const request: Conversation["request"] = async () => ({ tools: [], nextCursor: String(++asked) });
    await expect(listTools({ request } as Conversation)).rejects.toMatchObject({ name: "CliError" });
  });
});

describe("the table of tools", () => {
  test("has their arguments, and as much of what they do as fits", () => {
    const tools = [
      {
        name: "add",
        description: "Adds\ntwo numbers, and says so at length",
        inputSchema: { properties: { a: {}, b: {} }, required: ["a"] },
      },
      {
        name: "evil\u001b[2J",
        description: "\u001b]0;x\u0007",
        inputSchema: { properties: { "\u001b[1m": 1 } },
      },
      { name: "odd", description: 7, inputSchema: { properties: 3, required: "a" } } as unknown as Tool,
      { name: "bare", inputSchema: null } as unknown as Tool,
    ];
    expect(toolTable(tools, 60, style)).toBe(
      [
        "tool         arguments  what it does",
        "add          a b?       Adds two numbers, and says so at l…",
        "evil\\x1b[2J  \\x1b[1m?   \\x1b]0;x\\x07",
        "odd",
        "bare",
        "",
      ].join("\n"),
    );
  });
});
