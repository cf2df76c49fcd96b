import { describe, expect, test } from "vitest";
import type { LongLine } from "../src/lines.ts";
import { idOfLongAnswer, looksLikeMessage } from "../src/long-answer.ts";

function long(text: string): LongLine {
  const bytes = Buffer.from(text);
  return { head: bytes.subarray(0, 1024), tail: bytes.subarray(-1024), bytes: bytes.length };
}

const text = "x".repeat(3_000);

describe("the id of an answer that is too long", () => {
  test.each([
    [`{"jsonrpc":"2.0","id":7,"result":{"text":"${text}"}}`, 7],
    [`{"id":"a\\"b","jsonrpc":"2.0","result":{"text":"${text}"}}`, 'a"b'],
    [` { "jsonrpc" : "2.0" , "id" : -1 , "error" : {"text":"${text}"} } `, -1],
    [`{"result":{"text":"${text}"},"jsonrpc":"2.0","id":8}`, 8],
    [`{"result":{"text":"${text}"},"id":"x","jsonrpc":"2.0"}`, "x"],
    [`{"jsonrpc":"2.0","result":["${text}"],"id":0}`, 0],
  ])("is read from %.30s…", (line, id) => {
    expect(idOfLongAnswer(long(line))).toBe(id);
  });

  test.each([
    // A request, and a notification.
    `{"jsonrpc":"2.0","id":7,"method":"x","params":{"text":"${text}"}}`,
    `{"method":"x","params":{"text":"${text}"},"jsonrpc":"2.0","id":7}`,
    // An id of something inside.
    `{"result":{"text":"${text}","a":1,"id":7}}`,
    `{"result":{"text":"${text} ,\\"id\\":7}`,
    `{"params":{"id":7,"result":"${text}"}}`,
    `{"jsonrpc":"2.0","id":{"a":7},"result":"${text}"}`,
    `{"jsonrpc":"2.0","id":1.5,"result":"${text}"}`,
    `id 7 result ${text}`,
  ])("is not read from %.40s…", (line) => {
    expect(idOfLongAnswer(long(line))).toBeUndefined();
  });
});

test("only an object looks like a message", () => {
  expect(looksLikeMessage(long(`  {"x":${text}`))).toBe(true);
  expect(looksLikeMessage(long(`[{"x":${text}`))).toBe(false);
  expect(looksLikeMessage(long(text))).toBe(false);
});
