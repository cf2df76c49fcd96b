import { describe, expect, test } from "vitest";
import { Fields } from "../../src/fields.ts";
import { resolveScanOptions } from "../../src/limits.ts";
import { interpretOneBlock } from "../../src/node/one-block.ts";
import { noteUnusual, usual } from "../../src/node/usual-start.ts";

function interpret(text: string, maxEventBytes = 100): unknown[] | undefined {
  const events: unknown[] = [];
  const fields = new Fields((event) => events.push(event), resolveScanOptions({ maxEventBytes }));
  const isOne = interpretOneBlock(fields, text);
  expect(fields.isIdle).toBe(true);
  if (!isOne) expect(events).toEqual([]);
  return isOne ? events : undefined;
}

function learn(event: string): void {
  while (usual.event !== event) noteUnusual(event);
}

describe("a chunk of one block", () => {
  test("of the usual event type is one once that is known", () => {
    learn("endpoint");
    const text = "event: message\ndata: a\n\n";
    expect(interpret(text)).toBeUndefined();
    learn("message");
    expect(interpret(text)).toEqual([{ event: "message", data: "a" }]);
  });

  test.each([
    ["data: a\n\n", "a"],
    ["data:a\n\n", "a"],
    ["data:  a: b\n\n", " a: b"],
    ["data: \n\n", ""],
    ["data:\n\n", ""],
    ["data: 漢é\n\n", "漢é"],
  ])("like %j is one", (text, data) => {
    expect(interpret(text)).toEqual([{ data }]);
  });

  test.each([
    "",
    "\n",
    "\n\n",
    "d",
    "data: a",
    "data: a\n",
    "data: a\n\n\n",
    "data: a\n\ndata: b\n\n",
    "data: a\nb\n\n",
    "data: a\r\n\n",
    "data: a\rb\n\n",
    "\rdata: a\n\n",
    "\uFEFFdata: a\n\n",
    " data: a\n\n",
    "dat: a\n\n",
    "datum: a\n\n",
    "event: message\n\n",
    "event: message\ndata:a\n\n",
    "event: messages\ndata: a\n\n",
    "event: message\ndata: a\n",
    "event: message\ndata: a\ndata: b\n\n",
    "id: 1\ndata: a\n\n",
    ": a\n",
    ": a\r\n\n",
    ": a\ndata: b\n\n",
  ])("is not %j", (text) => {
    learn("message");
    expect(interpret(text)).toBeUndefined();
  });

  test("may be a comment that nobody wants", () => {
    expect(interpret(": a\n\n")).toEqual([]);
    expect(interpret(":\n\n")).toEqual([]);
    const fields = new Fields(() => {}, resolveScanOptions({ onComment() {} }));
    expect(interpretOneBlock(fields, ": a\n\n")).toBe(false);
  });

  test("is none if it may be too large", () => {
    expect(interpret(": 34567\n\n", 7)).toEqual([]);
    expect(interpret(": 345678\n\n", 7)).toBeUndefined();
    expect(interpret("data: 7\n\n", 7)).toEqual([{ data: "7" }]);
    expect(interpret("data: 78\n\n", 7)).toBeUndefined();
  });
});
