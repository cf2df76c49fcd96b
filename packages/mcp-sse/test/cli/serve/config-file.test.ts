import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type ConfigFile, readConfigFile } from "../../../src/cli/serve/config-file.ts";

const folder = mkdtempSync(join(tmpdir(), "mcp-sse-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

function read(value: unknown): ConfigFile {
  const path = join(folder, "mcp.json");
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  return readConfigFile(path);
}

describe("a file of servers", () => {
  test("is what hosts have", () => {
    const { servers, skipped } = read({
      mcpServers: {
        files: { command: "npx", args: ["-y", "x"], env: { A: "1" }, cwd: "/", type: "stdio" },
        "my server.2": { command: "y" },
        "@acme/files": { command: "y" },
        remote: { url: "https://example.com" },
        windsurf: { serverUrl: "https://example.com" },
        gemini: { httpUrl: "https://example.com" },
        off: { command: "z", disabled: true },
      },
      other: 1,
    });
    expect([...servers]).toEqual([
      ["files", { command: "npx", args: ["-y", "x"], env: { A: "1" }, cwd: "/" }],
      ["my server.2", { command: "y", args: [], env: {} }],
      ["@acme/files", { command: "y", args: [], env: {} }],
    ]);
    expect(skipped.map(({ name }) => name)).toEqual(["remote", "windsurf", "gemini", "off"]);
  });

  test.each([
    "no json {secret",
    "[]",
    {},
    { mcpServers: [] },
    { mcpServers: {} },
    { mcpServers: { a: "secret" } },
    { mcpServers: { a: {} } },
    { mcpServers: { a: { command: 1 } } },
    { mcpServers: { a: { command: "x", args: "secret" } } },
    { mcpServers: { a: { command: "x", env: { TOKEN: ["secret"] } } } },
    { mcpServers: { a: { command: "x", cwd: 1 } } },
    { mcpServers: { "../a": { command: "x" } } },
    { mcpServers: { "..": { command: "x" } } },
    { mcpServers: { "": { command: "x" } } },
    { mcpServers: { "a//b": { command: "x" } } },
    { mcpServers: { "/a": { command: "x" } } },
    { mcpServers: { "a/": { command: "x" } } },
    { mcpServers: { "a/../b": { command: "x" } } },
    { mcpServers: { "a?b": { command: "x" } } },
    { mcpServers: { off: { command: "z", disabled: true } } },
  ])("is refused by name and rule, and shows nothing of it: %j", (value) => {
    expect(() => read(value)).toThrow(expect.objectContaining({ name: "CliError" }));
    expect(() => read(value)).not.toThrow(/secret/);
  });

  test("may hold names of any script; what is no name is left out by itself", () => {
    const { servers, skipped } = read({
      mcpServers: { файлы: { command: "x" }, "größe 2": { command: "y" }, "a?b": { command: "z" } },
    });
    expect([...servers.keys()]).toEqual(["файлы", "größe 2"]);
    expect(skipped).toEqual([{ name: "a?b", reason: expect.stringContaining("letters") }]);
  });

  test("says what is wrong where it is another's, or no JSON", () => {
    expect(() => read({ servers: { a: { command: "x" } } })).toThrow(/"mcpServers".*VS Code/);
    expect(() => read('{\n  "mcpServers": {\n    secret\n  }\n}')).toThrow(/is not JSON: see line 3$/);
    expect(read('\ufeff{ "mcpServers": { "a": { "command": "x" } } }').servers.size).toBe(1);
  });

  test("is named where it cannot be read", () => {
    expect(() => readConfigFile(join(folder, "nowhere.json"))).toThrow(/nowhere\.json.*ENOENT/);
  });
});
