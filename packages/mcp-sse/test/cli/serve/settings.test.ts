import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { readArgs } from "../../../src/cli/args.ts";
import { serve } from "../../../src/cli/commands/serve.ts";
import { EXIT } from "../../../src/cli/exit-code.ts";
import { readSettings, type ServeSettings } from "../../../src/cli/serve/settings.ts";
import { fakeTerminal } from "../fake-terminal.ts";

// A busy machine is slow.
vi.setConfig({ testTimeout: 30_000 });

const folder = mkdtempSync(join(tmpdir(), "mcp-sse-settings-"));
const config = join(folder, "mcp.json");
writeFileSync(config, JSON.stringify({ mcpServers: { "a b": { command: "x" }, c: { command: "y" } } }));
afterAll(() => rmSync(folder, { recursive: true }));

function settings(...argv: string[]): ServeSettings {
  return readSettings(readArgs(serve, argv), fakeTerminal({ env: { GIVEN: "1", TOKEN: "t0ken" } }));
}

describe("what serve is asked for", () => {
  test("is this by default", () => {
    const { served, options, ...rest } = settings("--", "cmd", "-y", "arg");
    expect(served).toEqual([
      {
        name: undefined,
        path: "/sse",
        command: { command: "cmd", args: ["-y", "arg"], env: {} },
        endpoint: undefined,
      },
    ]);
    expect(options).toEqual({
      allowedHosts: ["127.0.0.1"],
      allowedOrigins: [],
      cors: false,
      maxBodyBytes: 4 * 1024 * 1024,
      maxLineBytes: 16 * 1024 * 1024,
      maxSessions: 1_000,
      idleTimeoutMs: Number.POSITIVE_INFINITY,
      warm: 0,
    });
    expect(rest).toEqual({
      port: 8000,
      host: "127.0.0.1",
      skipped: [],
      bus: undefined,
      tls: undefined,
      logFormat: "pretty",
      drainMs: 5_000,
    });
  });

  test("is everything that it is told", () => {
    const { options, drainMs, port, logFormat } = settings(
      ...[
        "-p",
        "0",
        "--max-message",
        "1MiB",
        "--max-line",
        "2MiB",
        "--max-sessions",
        "3",
        "--idle-timeout",
        "5m",
      ],
      ...[
        "--warm",
        "2",
        "--drain",
        "1s",
        "--log-format",
        "json",
        "--allow-origin",
        "https://a.example",
        "--cors",
      ],
      ...["--allow-host", "b.example", "--bearer-env", "TOKEN", "--", "cmd"],
    );
    expect(options).toMatchObject({
      allowedHosts: ["b.example", "127.0.0.1"],
      allowedOrigins: ["https://a.example"],
      cors: true,
      maxBodyBytes: 1024 * 1024,
      maxLineBytes: 2 * 1024 * 1024,
      maxSessions: 3,
      idleTimeoutMs: 300_000,
      warm: 2,
      authorize: expect.any(Function),
    });
    expect([drainMs, port, logFormat]).toEqual([1_000, 0, "json"]);
  });

  test("has the endpoint of its public URL, and allows that host", () => {
    const { served, options } = settings(
      "--public-url",
      "https://mcp.example/tools/",
      "--path",
      "/x",
      "--",
      "cmd",
    );
    expect(served[0]?.endpoint?.href).toBe("https://mcp.example/tools/x");
    expect(options.allowedHosts).toContain("mcp.example");
  });

  test("is each server of a file, under its name", () => {
    const { served } = settings("--config", config, "--public-url", "https://mcp.example");
    expect(served.map(({ name, path, endpoint }) => [name, path, endpoint?.href])).toEqual([
      ["a b", "/a%20b/sse", "https://mcp.example/a%20b/sse"],
      ["c", "/c/sse", "https://mcp.example/c/sse"],
    ]);
  });

  test("passes on only the variables that it names", () => {
    expect(settings("--pass-env", "GIVEN", "--", "cmd").served[0]?.command.env).toEqual({ GIVEN: "1" });
    expect(() => settings("--pass-env", "UNSET", "--", "cmd")).toThrow("UNSET");
  });

  test.each([
    [],
    ["--"],
    ["--config", config, "--", "cmd"],
    ["--config", config, "--pass-env", "GIVEN"],
    ["--pass-env", "A=b", "--", "cmd"],
    ["--port", "70000", "--", "cmd"],
    ["--path", "sse", "--", "cmd"],
    ["--path", "//x", "--", "cmd"],
    ["--path", "/healthz", "--", "cmd"],
    ["--host", "0.0.0.0", "--", "cmd"],
    ["--cors", "--", "cmd"],
    ["--public-url", "ftp://x", "--", "cmd"],
    ["--public-url", "https://u@x", "--", "cmd"],
    ["--public-url", "x", "--", "cmd"],
    ["--tls-cert", "x", "--", "cmd"],
    ["--tls-key", "x", "--", "cmd"],
    ["--log-format", "xml", "--", "cmd"],
    ["--idle-timeout", "0", "--", "cmd"],
    ["--max-sessions", "0", "--", "cmd"],
    ["--max-message", "0", "--", "cmd"],
  ])("is refused as a mistake of the command line: %j", (...argv) => {
    expect(() => settings(...argv)).toThrow(
      expect.objectContaining({ name: "CliError", exitCode: EXIT.usage }),
    );
  });

  test("may be reachable from elsewhere once the hosts are named", () => {
    expect(settings("--host", "0.0.0.0", "--allow-host", "any", "--", "cmd").options.allowedHosts).toBe(
      "any",
    );
    expect(settings("--host", "::", "--allow-host", "a", "--", "cmd").options.allowedHosts).toEqual(["a"]);
    expect(settings("--host", "127.0.0.2", "--", "cmd").options.allowedHosts).toEqual(["127.0.0.2"]);
  });

  test("fails where a file is not there", () => {
    const argv = ["--tls-cert", join(folder, "no"), "--tls-key", join(folder, "no"), "--", "cmd"];
    expect(() => settings(...argv)).toThrow(expect.objectContaining({ exitCode: EXIT.failed }));
  });
});
