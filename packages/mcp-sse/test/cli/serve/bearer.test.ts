import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { bearerAuthorize, readTokens } from "../../../src/cli/serve/bearer.ts";

const folder = mkdtempSync(join(tmpdir(), "mcp-sse-bearer-"));
const file = join(folder, "tokens");
writeFileSync(file, "first-token\r\n\n  second.token==\n");
writeFileSync(join(folder, "empty"), "\n");
writeFileSync(join(folder, "odd"), "two words\n");
afterAll(() => rmSync(folder, { recursive: true }));

const none = { file: undefined, variable: undefined };

describe("bearer tokens", () => {
  test("are read from a file and from a variable, never from anywhere else", () => {
    expect(readTokens(none, { TOKEN: "x" })).toBeUndefined();
    expect(readTokens({ file, variable: undefined }, {})).toEqual(["first-token", "second.token=="]);
    expect(readTokens({ file, variable: "TOKEN" }, { TOKEN: "third" })).toHaveLength(3);
  });

  test.each([
    { file: join(folder, "nowhere"), variable: undefined },
    { file: join(folder, "empty"), variable: undefined },
    { file: join(folder, "odd"), variable: undefined },
    { file: undefined, variable: "UNSET" },
    { file: undefined, variable: "EMPTY" },
    { file: undefined, variable: "ODD" },
  ])("are refused where there is none that could be sent: %j", (source) => {
    const env = { EMPTY: " ", ODD: "secret with spaces" };
    expect(() => readTokens(source, env)).toThrow(expect.objectContaining({ name: "CliError" }));
    expect(() => readTokens(source, env)).not.toThrow(/secret|two words/);
  });
});

describe("a request with a bearer token", () => {
  const authorize = bearerAuthorize(["first", "second"]);
  const asked = (authorization?: string) =>
    authorize({ headers: new Headers(authorization === undefined ? {} : { authorization }) } as Parameters<
      typeof authorize
    >[0]);

  test("is its holder's", () => {
    expect(asked("Bearer first")).toEqual({ principal: "token 1" });
    expect(asked("bearer  second ")).toEqual({ principal: "token 2" });
  });

  test("is refused with a challenge if there is none, or another", () => {
    expect(asked()).toEqual({ refuse: 401, wwwAuthenticate: 'Bearer realm="mcp-sse"' });
    for (const wrong of [
      "Bearer third",
      "Bearer ",
      "Bearer",
      "Basic first",
      "first",
      "Bearer first second",
      "Bearer firs",
    ]) {
      expect(asked(wrong)).toEqual({
        refuse: 401,
        wwwAuthenticate: 'Bearer realm="mcp-sse", error="invalid_token"',
      });
    }
  });
});
