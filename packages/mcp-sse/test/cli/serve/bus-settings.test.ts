import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readArgs } from "../../../src/cli/args.ts";
import { serve } from "../../../src/cli/commands/serve.ts";
import { EXIT } from "../../../src/cli/exit-code.ts";
import { type BusSettings, readBusSettings } from "../../../src/cli/serve/bus-settings.ts";

const SECRET = "0123456789abcdef";
const folder = mkdtempSync(join(tmpdir(), "mcp-sse-bus-"));
const file = join(folder, "secret");
writeFileSync(file, `${SECRET}\n`);
writeFileSync(`${file}.short`, "short\n");
afterAll(() => rmSync(folder, { recursive: true }));

const env = { BUS: "redis://u:p4ss@broker:6379", SECRET, SHORT: "short", EMPTY: "" };

function read(...argv: string[]): BusSettings | undefined {
  return readBusSettings(readArgs(serve, argv), env);
}

describe("the bus of serve", () => {
  test("is none by default", () => {
    expect(read()).toBeUndefined();
  });

  test.each([
    ["redis://broker", "redis"],
    ["rediss://broker:1", "redis"],
    ["nats://broker:4222", "nats"],
    ["tls://broker", "nats"],
  ])("at %s is %s", (url, kind) => {
    expect(read("--bus", url)).toEqual({ kind, url: new URL(url), secret: undefined });
  });

  test("has its credentials from a variable, and its secret from another, or a file", () => {
    expect(read("--bus-env", "BUS", "--bus-secret-env", "SECRET")).toEqual({
      kind: "redis",
      url: new URL(env.BUS),
      secret: SECRET,
    });
    expect(read("--bus", "nats://broker", "--bus-secret-file", file)?.secret).toBe(SECRET);
  });

  test.each([
    [["--bus", "redis://u:p4ss@broker"], /--bus-env/],
    [["--bus", "redis://:p4ss@broker"], /--bus-env/],
    [["--bus", "http://broker"], /redis:\/\/host:6379 or nats:\/\/host:4222/],
    [["--bus", "broker:6379"], /must be a URL/],
    [["--bus", "redis:"], /must be a URL/],
    [["--bus", "redis://a", "--bus-env", "BUS"], /exclude each other/],
    [["--bus", "redis://a", "--bus-secret-env", "SECRET", "--bus-secret-file", file], /exclude each other/],
    [["--bus-secret-env", "SECRET"], /are for --bus/],
  ])("refuses %j as a wrong command line", (argv, message) => {
    const failure = caught(() => read(...argv));
    expect(failure).toMatchObject({ name: "CliError", exitCode: EXIT.usage });
    expect(`${failure.message} ${failure.hints.join(" ")}`).toMatch(message);
    expect(`${failure.message} ${failure.hints.join(" ")}`).not.toContain("p4ss");
  });

  test.each([
    [["--bus-env", "EMPTY"], /EMPTY is not set/],
    [["--bus", "redis://a", "--bus-secret-env", "UNSET"], /UNSET is not set/],
    [["--bus", "redis://a", "--bus-secret-env", "SHORT"], /16 characters/],
    [["--bus", "redis://a", "--bus-secret-file", `${file}.short`], /16 characters/],
    [["--bus", "redis://a", "--bus-secret-file", `${file}.none`], /ENOENT/],
  ])("cannot begin with %j", (argv, message) => {
    expect(caught(() => read(...argv))).toMatchObject({
      exitCode: EXIT.failed,
      message: expect.stringMatching(message),
    });
  });
});

function caught(run: () => unknown): { readonly message: string; readonly hints: readonly string[] } {
  try {
    run();
  } catch (error) {
    return error as ReturnType<typeof caught>;
  }
  throw new Error("nothing was thrown");
}
