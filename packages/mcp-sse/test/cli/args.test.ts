import { describe, expect, test } from "vitest";
import { readArgs } from "../../src/cli/args.ts";
import type { CliError } from "../../src/cli/cli-error.ts";
import { EXIT } from "../../src/cli/exit-code.ts";
import { commandOf } from "./command.ts";

const command = commandOf();
const wrapper = commandOf({ takesRest: true });

function refused(argv: readonly string[], of = command): CliError {
  try {
    readArgs(of, argv);
  } catch (error) {
    expect(error).toMatchObject({ name: "CliError", exitCode: EXIT.usage });
    return error as CliError;
  }
  throw new Error(`${argv.join(" ")} was read`);
}

describe("arguments", () => {
  test("are read by name, short or long, with = or without", () => {
    const args = readArgs(command, ["-p", "8", "--header=a", "x", "--header", "b", "--loud", "--", "--y"]);
    expect(args.integer("port", 0, 9)).toBe(8);
    expect(args.list("header")).toEqual(["a", "b"]);
    expect(args.flag("loud")).toBe(true);
    expect(args.text("wait")).toBeUndefined();
    expect(args.operands).toEqual(["x", "--y"]);
  });

  test("read quantities", () => {
    const args = readArgs(command, ["--max-size", "4MiB", "--wait", "2m"]);
    expect(args.bytes("max-size")).toBe(4 * 1024 * 1024);
    expect(args.duration("wait")).toBe(120_000);
  });

  test("that are no quantity are refused with the option and the value", () => {
    const args = readArgs(command, ["--max-size", "big", "--wait", "-1s".slice(1), "--port", "99"]);
    expect(() => args.bytes("max-size")).toThrow(/--max-size .*"big"/);
    expect(() => args.integer("port", 0, 9)).toThrow(/--port .*"99"/);
  });

  test("after -- are the command's own, whatever they look like", () => {
    const args = readArgs(wrapper, ["-p", "1", "--", "npx", "-y", "--port", "2", "--", "z"]);
    expect(args.rest).toEqual(["npx", "-y", "--port", "2", "--", "z"]);
    expect(args.text("port")).toBe("1");
    expect(readArgs(wrapper, []).rest).toBeUndefined();
    expect(readArgs(wrapper, ["--"]).rest).toEqual([]);
  });

  test("without the -- are explained with the line that was meant", () => {
    const { message, hints } = refused(["-p", "1", "npx", "-y", "a b"], wrapper);
    expect(message).toContain('"npx"');
    expect(hints.join()).toContain("mcp-sse try -p 1 -- npx -y 'a b'");
  });

  test("that nobody knows are refused, with the nearest that is known", () => {
    expect(refused(["--prot", "1"]).hints.join()).toContain("--port");
    expect(refused(["--hea", "1"]).hints.join()).toContain("--header");
    expect(refused(["--zzzzzz"]).hints.join()).not.toContain("Did you mean");
    expect(refused(["-z"]).message).toContain("-z");
    for (const inherited of ["constructor", "toString", "__proto__"]) refused([`--${inherited}`]);
  });

  test("that lack their value are refused, also before another option", () => {
    refused(["--port"]);
    refused(["--port", "--loud"]);
    expect(readArgs(command, ["--header=--loud"]).list("header")).toEqual(["--loud"]);
    expect(readArgs(command, ["--header", "-"]).list("header")).toEqual(["-"]);
  });

  test("that have one too many are refused", () => {
    refused(["--loud=yes"]);
    refused(["--port", "1", "--port", "2"]);
    expect(readArgs(command, ["--loud", "--loud"]).flag("loud")).toBe(true);
  });
});
