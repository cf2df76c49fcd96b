import { expect, test } from "vitest";
import { readArguments } from "../../../../src/node/check/cli/arguments.ts";

test("a command line becomes options", () => {
  const args = [
    "--",
    "http://127.0.0.1:1/sse",
    "--header",
    "X-Key: a:b",
    "--bearer-env",
    "T",
    "--idle",
    "20",
    "--json",
  ];
  const tools = ["--progress-tool", 'count={"to":3}', "--slow-tool", "wait", "--only", "get,id"];
  expect(readArguments([...args, ...tools], { T: "token" })).toEqual({
    url: new URL("http://127.0.0.1:1/sse"),
    level: "ours",
    isJson: true,
    options: {
      headers: { "X-Key": "a:b", Authorization: "Bearer token" },
      timeoutMs: 5_000,
      idleMs: 20_000,
      concurrency: 4,
      insecure: false,
      progressTool: { name: "count", arguments: { to: 3 } },
      slowTool: { name: "wait", arguments: {} },
      only: ["get", "id"],
    },
  });
  expect(readArguments(["--help"], {})).toBe("help");
});

test.each([
  [[]],
  [["not a url"]],
  [["http://a/", "http://b/"]],
  [["http://a/", "--level", "some"]],
  [["http://a/", "--idle", "soon"]],
  [["http://a/", "--header", "nothing"]],
  [["http://a/", "--bearer-env", "UNSET"]],
  [["http://a/", "--slow-tool", "x={"]],
  [["http://a/", "--unknown"]],
])("%j is a mistake that is named", (args) => {
  expect(() => readArguments(args, {})).toThrow(/^(?!undefined)/);
});
