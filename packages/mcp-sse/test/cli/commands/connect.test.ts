import { describe, expect, test } from "vitest";
import { main } from "../../../src/cli/main.ts";
import { serve } from "../../peer.ts";
import { fakeTerminal } from "../fake-terminal.ts";
import { runMain } from "../run-main.ts";

describe("mcp-sse connect", () => {
  test.each([
    [401, "--bearer-env"],
    [404, "/sse"],
  ])("explains on stderr a GET that is answered %s, and exits with 1", async (status, hint) => {
    const { url } = await serve((_request, response) => response.writeHead(status).end());
    const terminal = fakeTerminal();
    const code = await main(["connect", url.href, "--reconnect"], terminal);
    expect([code, terminal.out()]).toEqual([1, ""]);
    expect(terminal.err()).toContain(hint);
    expect(terminal.stdin.destroyed).toBe(true);
  });

  test.each([
    [["connect"]],
    [["connect", "x"]],
    [["connect", "http://x/", "y"]],
    [["connect", "http://x/", "--max-attempts", "0"]],
  ])("explains %j, and exits with 2", async (argv) => {
    expect((await runMain(argv)).code).toBe(2);
  });
});
