import { connectSse } from "@mcp-sse/sse-client";
import { until, within } from "@mcp-sse/testkit";
import { describe, expect, test, vi } from "vitest";
import { readArgs } from "../../../src/cli/args.ts";
import { serve } from "../../../src/cli/commands/serve.ts";
import { EXIT } from "../../../src/cli/exit-code.ts";
import { serveUntilSignal } from "../../../src/cli/serve/serve-until.ts";
import { readSettings } from "../../../src/cli/serve/settings.ts";
import { type FakeTerminal, fakeTerminal } from "../fake-terminal.ts";

// Processes start slowly on a machine that is busy.
vi.setConfig({ testTimeout: 30_000 });

// Answers at once, never, or when it is told to.
const ANSWERS = `
  const held = [];
  const answer = (id) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (method === "notifications/go") for (const each of held.splice(0)) answer(each);
    else if (method === "held") held.push(id);
    else if (method !== "never") answer(id);
  });
`;

function start(...argv: string[]): { terminal: FakeTerminal; code: Promise<number>; url(): Promise<URL> } {
  const terminal = fakeTerminal();
  const args = readArgs(serve, ["--port", "0", ...argv, "--", process.execPath, "--eval", ANSWERS]);
  const code = serveUntilSignal(readSettings(args, terminal), terminal);
  code.catch(() => {});
  return {
    terminal,
    code,
    async url() {
      await until(() => terminal.err().includes(" at http"), "a URL in the log");
      return new URL(/ at (\S+)/.exec(terminal.err())?.[1] ?? "");
    },
  };
}

describe("serve, when it is told to stop", () => {
  test("waits for answers that are under way, and takes no new session meanwhile", async () => {
    const { terminal, code, url } = start();
    const connection = await connectSse(await url());
    await connection.write({ jsonrpc: "2.0", id: 1, method: "held" });
    await connection.write({ jsonrpc: "2.0", id: 2, method: "quick" });
    expect(await connection.read()).toMatchObject({ id: 2 });
    terminal.signal("SIGTERM");
    await until(() => terminal.err().includes("SIGTERM"));
    expect((await fetch(await url())).status).toBe(503);
    await connection.write({ jsonrpc: "2.0", method: "notifications/go" });
    expect(await connection.read()).toMatchObject({ id: 1, result: {} });
    expect(await connection.read()).toBeUndefined();
    expect(await code).toBe(EXIT.ok);
  });

  test("waits no longer than it may, and tells who waits", async () => {
    const { terminal, code, url } = start("--drain", "400ms");
    const connection = await connectSse(await url());
    await connection.write({ jsonrpc: "2.0", id: 1, method: "never" });
    await connection.write({ jsonrpc: "2.0", id: 2, method: "quick" });
    await connection.read();
    const from = performance.now();
    terminal.signal("SIGINT");
    expect(await connection.read()).toMatchObject({ id: 1, error: { code: -32002 } });
    expect(await code).toBe(EXIT.ok);
    expect(performance.now() - from).toBeLessThan(2_000);
  });

  test("waits no more when it is told twice", async () => {
    const { terminal, code, url } = start("--drain", "1h");
    const connection = await connectSse(await url());
    await connection.write({ jsonrpc: "2.0", id: 1, method: "never" });
    await connection.write({ jsonrpc: "2.0", id: 2, method: "quick" });
    await connection.read();
    terminal.signal("SIGINT");
    await until(() => terminal.err().includes("SIGINT"));
    terminal.signal("SIGINT");
    expect(await within(code, "the end")).toBe(EXIT.ok);
    await connection.closed;
  });
});

describe("serve, where it cannot begin", () => {
  test("B07: says which command cannot be found, and leaves nothing behind", async () => {
    const terminal = fakeTerminal();
    const args = readArgs(serve, ["--port", "0", "--", "no-such-command-of-mine"]);
    const code = serveUntilSignal(readSettings(args, terminal), terminal);
    await expect(code).rejects.toMatchObject({
      exitCode: EXIT.failed,
      message: "command not found: no-such-command-of-mine",
    });
    expect(terminal.err()).toBe("");
  });

  test.each([
    ["--allow-origin", "*"],
    ["--allow-host", "http://x/"],
  ])("names the option that cannot be: %s %s", async (option, value) => {
    await expect(start(option, value).code).rejects.toMatchObject({
      exitCode: EXIT.usage,
      message: expect.stringMatching(new RegExp(`^${option} must`)),
    });
  });

  test("ends what it has started already", async () => {
    const first = start("--warm", "1");
    const { port } = await first.url();
    const third = fakeTerminal();
    const args = readArgs(serve, ["--port", port, "--warm", "2", "--", process.execPath, "--eval", ANSWERS]);
    await expect(serveUntilSignal(readSettings(args, third), third)).rejects.toMatchObject({
      message: `port ${port} is in use`,
    });
    first.terminal.signal("SIGTERM");
    expect(await first.code).toBe(EXIT.ok);
  });
});
