import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readArgs } from "../../../src/cli/args.ts";
import { CLIENT_OPTIONS, type ClientSettings, readClientSettings } from "../../../src/cli/client/settings.ts";
import { EXIT } from "../../../src/cli/exit-code.ts";
import { commandOf } from "../command.ts";
import { fakeTerminal } from "../fake-terminal.ts";

const URL_TEXT = "http://127.0.0.1:8000/sse";
let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "mcp-sse-"));
});
afterAll(() => rmSync(dir, { recursive: true }));

function read(argv: readonly string[], env: Record<string, string> = {}): ClientSettings {
  const args = readArgs(commandOf({ options: CLIENT_OPTIONS }), argv);
  return readClientSettings(args, fakeTerminal({ env }));
}

describe("how a server is reached", () => {
  test("is where, with what, and for how long", () => {
    const file = join(dir, "headers");
    writeFileSync(file, "X-File: 1\r\n\r\nx-both: file\n");
    const { url, headers, options, timeoutMs } = read(
      [
        URL_TEXT,
        "--header-file",
        file,
        "-H",
        "X-Both:  line\t",
        "-H",
        "__proto__: x",
        "--bearer-env",
        "T",
        "--timeout",
        "2s",
      ],
      { T: "token" },
    );
    expect(url.href).toBe(URL_TEXT);
    expect(Object.entries(headers)).toEqual([
      ["x-file", "1"],
      ["x-both", "line"],
      ["__proto__", "x"],
      ["authorization", "Bearer token"],
    ]);
    expect([timeoutMs, options.endpointTimeoutMs, options.agent]).toEqual([2_000, 2_000, undefined]);
    expect(read([URL_TEXT], { http_proxy: "http://p" }).options.agent).toBeDefined();
  });

  test.each(["", "x", "ftp://x/", "/sse", "http://user:secret@x/sse"])("is not %j", (text) => {
    expect(() => read([text])).toThrow(
      expect.objectContaining({ exitCode: EXIT.usage, message: expect.not.stringContaining("secret") }),
    );
  });

  test.each([
    "secret",
    ": secret",
    "a b: secret",
    "x: secret\r\ny: z",
    "x: secret\u0000",
    "x: secret\u001b",
    "x: secret漢",
  ])("takes no header that is %j, and does not say it again", (header) => {
    expect(() => read([URL_TEXT, "-H", header])).toThrow(
      expect.objectContaining({ exitCode: EXIT.usage, message: expect.not.stringContaining("secret") }),
    );
  });

  test("needs the files that it names", () => {
    for (const option of ["--header-file", "--bearer-file"])
      expect(() => read([URL_TEXT, option, join(dir, "none")])).toThrow(/cannot be read \(ENOENT\)/);
  });

  test("waits for something", () => {
    expect(() => read([URL_TEXT, "--timeout", "0"])).toThrow(
      expect.objectContaining({ exitCode: EXIT.usage }),
    );
    expect(read([URL_TEXT, "--timeout", "none"]).timeoutMs).toBe(Number.POSITIVE_INFINITY);
  });
});
