import { describe, expect, test, vi } from "vitest";
import { Seal } from "../../src/bus/seal.ts";

const sealed = (secret: string | undefined, text: string): string => {
  let result = "";
  new Seal(secret).seal(text, (made) => {
    result = made;
  });
  return result;
};

describe("Seal", () => {
  test("adds nothing and takes everything without a secret", () => {
    const opened = vi.fn();
    expect(sealed(undefined, "text")).toBe("text");
    new Seal(undefined).open("text", opened);
    expect(opened.mock.calls).toEqual([["text"]]);
  });

  test("opens what was sealed with its secret, to the last character", () => {
    const opened = vi.fn();
    const seal = new Seal("ours");
    const text = 'Q1 {"a":"é"}\n\u{1f980}';
    const good = sealed("ours", text);
    expect(good).toMatch(/^[\w-]{24}Q1 /);
    for (let at = 0; at < good.length; at++) {
      seal.open(good.slice(0, at) + (good[at] === "x" ? "y" : "x") + good.slice(at + 1), opened);
      seal.open(good.slice(0, at), opened);
    }
    seal.open(sealed("theirs", text), opened);
    seal.open(text, opened);
    expect(opened).not.toHaveBeenCalled();
    seal.open(good, opened);
    expect(opened.mock.calls).toEqual([[text]]);
  });
});
