import { describe, expect, test, vi } from "vitest";
import { Seal } from "../../src/bus/seal.ts";

/** Web Crypto takes a turn for a mac, Node takes none. */
const sealed = (secret: string | undefined, text: string): Promise<string> =>
  new Promise((resolve) => new Seal(secret).seal(text, resolve));

describe("Seal", () => {
  test("adds nothing and takes everything without a secret", async () => {
    const opened = vi.fn();
    expect(await sealed(undefined, "text")).toBe("text");
    new Seal(undefined).open("text", opened);
    expect(opened.mock.calls).toEqual([["text"]]);
  });

  test("opens what was sealed with its secret, to the last character", async () => {
    const opened = vi.fn();
    const seal = new Seal("ours");
    const text = 'Q1 {"a":"é"}\n\u{1f980}';
    const good = await sealed("ours", text);
    expect(good).toMatch(/^[\w-]{24}Q1 /);
    for (let at = 0; at < good.length; at++) {
      seal.open(good.slice(0, at) + (good[at] === "x" ? "y" : "x") + good.slice(at + 1), opened);
      seal.open(good.slice(0, at), opened);
    }
    seal.open(await sealed("theirs", text), opened);
    seal.open(text, opened);
    // What is opened comes in its order: nothing of the above was.
    await new Promise<void>((resolve) => {
      seal.open(good, (last) => {
        opened(last);
        resolve();
      });
    });
    expect(opened.mock.calls).toEqual([[text]]);
  });
});
