import { describe, expect, test } from "vitest";
import { isToolError, resultText } from "../../../src/cli/client/result.ts";

describe("a tool's answer", () => {
  test("is its texts, and a line for everything else", () => {
    const content = [
      { type: "text", text: "a\u001b[31m" },
      { type: "text", text: "b\n" },
      { type: "image", mimeType: "image/png", data: "AAAA" },
      { type: "resource", resource: { uri: "x:y", text: "inside" } },
      { type: "resource_link", uri: "x:z\u0007" },
      null,
      7,
    ];
    expect(resultText({ content })).toBe(
      "a\\x1b[31m\nb\n[image image/png, 3 bytes]\ninside\n[resource_link x:z\\x07]\n[?]\n[?]\n",
    );
  });

  test.each([
    [{ a: 1 }, '{\n  "a": 1\n}\n'],
    [null, "null\n"],
    [undefined, "null\n"],
    [{ content: 1 }, '{\n  "content": 1\n}\n'],
  ])("that is none, %j, is JSON", (result, text) => {
    expect(resultText(result)).toBe(text);
  });

  test("says itself whether it is an error", () => {
    expect([{ isError: true }, { isError: "true" }, null, undefined].map(isToolError)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
