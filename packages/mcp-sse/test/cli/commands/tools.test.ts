import { describe, expect, test } from "vitest";
import { serveMcp } from "../mcp-peer.ts";
import { runMain } from "../run-main.ts";

const PAGES: Readonly<Record<string, unknown>> = {
  first: {
    tools: [{ name: "add", description: "Adds.\u001b[2J", inputSchema: { properties: { a: {} } } }],
    nextCursor: "second",
  },
  second: { tools: [{ name: "take", annotations: { x: "\u009b" } }] },
};

const serve = () =>
  serveMcp({
    "tools/list": ({ params }) => ({
      result: PAGES[typeof params?.cursor === "string" ? params.cursor : "first"],
    }),
  });

describe("mcp-sse tools", () => {
  test("shows all pages as one table", async () => {
    const peer = await serve();
    const { code, out, err } = await runMain(["tools", peer.url.href]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe("tool  arguments  what it does\nadd   a?         Adds.\\x1b[2J\ntake\n");
  });

  test("prints them as they are for programs", async () => {
    const peer = await serve();
    const { out } = await runMain(["tools", peer.url.href, "--json"]);
    expect(JSON.parse(out)).toMatchObject([
      { name: "add", description: "Adds.\u001b[2J" },
      { annotations: { x: "\u009b" } },
    ]);
    expect(out).not.toContain("\u009b");
  });

  test("has colours on a terminal only", async () => {
    const peer = await serve();
    const of = async (options: object) =>
      (await runMain(["tools", peer.url.href], options)).out.includes("\u001b[2m");
    expect([
      await of({ isTTY: true }),
      await of({ isTTY: true, env: { NO_COLOR: "1" } }),
      await of({}),
    ]).toEqual([true, false, false]);
  });

  test("says what is wrong with a list that is none", async () => {
    const peer = await serveMcp({ "tools/list": () => ({ result: null }) });
    const { code, err } = await runMain(["tools", peer.url.href]);
    expect(code).toBe(1);
    expect(err).not.toContain(" at ");
  });
});
