import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { decodeMessage } from "../src/decode.ts";
import { encodeMessage } from "../src/encode.ts";
import type { JsonRpcMessage } from "../src/message.ts";

/** What a caller without types may pass. */
function encode(message: unknown): string {
  return encodeMessage(message as JsonRpcMessage);
}

describe("encodeMessage", () => {
  test.each([
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"x","n":[1,null]}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","method":"sum","params":[1,2]}',
    '{"jsonrpc":"2.0","id":1,"result":null}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"","data":[1]}}',
    '{"jsonrpc":"2.0","error":{"code":-32700,"message":""}}',
  ])("writes every kind of message: %s", (text) => {
    expect(encode(JSON.parse(text))).toBe(text);
  });

  verifies("jsonrpc.encode.one-line", "writes one line, whatever the strings hold", () => {
    const odd = "a\nb\rc\r\nd\u0085e\vf\fg\u2028h\u2029i\0";
    const message: JsonRpcMessage = { jsonrpc: "2.0", id: odd, method: odd, params: { [odd]: [odd] } };
    const text = encodeMessage(message);
    expect(text).not.toMatch(/[\n\r\v\f\u2028\u2029\0]/);
    expect(decodeMessage(text)).toStrictEqual(message);
  });

  verifies("jsonrpc.encode.separators", "escapes U+2028 and U+2029, each of them", () => {
    const message = (text: string): JsonRpcMessage => ({ jsonrpc: "2.0", id: 1, result: text });
    expect(encodeMessage(message("a\u2028b"))).toBe('{"jsonrpc":"2.0","id":1,"result":"a\\u2028b"}');
    expect(encodeMessage(message("a\u2029b"))).toBe('{"jsonrpc":"2.0","id":1,"result":"a\\u2029b"}');
    expect(encodeMessage(message("\u2028\u2029\u2028\u2029"))).toBe(
      '{"jsonrpc":"2.0","id":1,"result":"\\u2028\\u2029\\u2028\\u2029"}',
    );
    expect(encodeMessage(message("\u2027\u202a（8）"))).toBe(
      '{"jsonrpc":"2.0","id":1,"result":"\u2027\u202a（8）"}',
    );
    // A backslash before it is a character of its own.
    expect(decodeMessage(encodeMessage(message("\\\u2028")))).toStrictEqual(message("\\\u2028"));
  });

  test("escapes lone surrogates, which UTF-8 cannot carry, and no pairs", () => {
    const message: JsonRpcMessage = { jsonrpc: "2.0", id: "\udc00", result: "\ud800 😀" };
    const text = encodeMessage(message);
    expect(text).toBe('{"jsonrpc":"2.0","id":"\\udc00","result":"\\ud800 😀"}');
    expect(decodeMessage(new TextEncoder().encode(text))).toStrictEqual(message);
  });

  verifies(["jsonrpc.id.integer", "jsonrpc.id.string", "jsonrpc.id.falsy"], "J04: writes ids exactly", () => {
    const ids: [id: string | number, text: string][] = [
      [0, "0"],
      [-0, "0"],
      [-1, "-1"],
      [9007199254740991, "9007199254740991"],
      [-9007199254740991, "-9007199254740991"],
      ["", '""'],
      ["0", '"0"'],
      ["1", '"1"'],
      ["9007199254740993", '"9007199254740993"'],
      ["x".repeat(100_000), `"${"x".repeat(100_000)}"`],
    ];
    for (const [id, text] of ids) {
      expect(encodeMessage({ jsonrpc: "2.0", id, method: "a" })).toBe(
        `{"jsonrpc":"2.0","id":${text},"method":"a"}`,
      );
      expect(encodeMessage({ jsonrpc: "2.0", id, result: 1 })).toBe(
        `{"jsonrpc":"2.0","id":${text},"result":1}`,
      );
    }
  });

  verifies("jsonrpc.keys.unknown", "leaves out what JSON-RPC does not define, and what is undefined", () => {
    const message = { jsonrpc: "2.0", id: 1, method: "a", params: undefined, relatedRequestId: 7 };
    expect(encode(message)).toBe('{"jsonrpc":"2.0","id":1,"method":"a"}');
    const error = { code: 1, message: "x", data: undefined, stack: "y" };
    expect(encode({ jsonrpc: "2.0", id: undefined, error })).toBe(
      '{"jsonrpc":"2.0","error":{"code":1,"message":"x"}}',
    );
  });

  verifies("jsonrpc.keys.duplicate", "J07: writes one member of each name, the one that was read", () => {
    const read = decodeMessage('{"jsonrpc":"2.0","id":1,"method":"a","Method":"x","method":"b"}');
    expect(encodeMessage(read)).toBe('{"jsonrpc":"2.0","id":1,"method":"b"}');
  });

  test("J01, J05: answers with the id of the request, type and all", () => {
    for (const id of ['"1"', "1", "0", '""']) {
      const request = decodeMessage(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
      if (!("method" in request && "id" in request)) throw new Error("not a request");
      expect(encodeMessage({ jsonrpc: "2.0", id: request.id, result: {} })).toBe(
        `{"jsonrpc":"2.0","id":${id},"result":{}}`,
      );
    }
  });

  test("writes what toJSON makes, once", () => {
    let calls = 0;
    const params = {
      toJSON() {
        calls++;
        return { at: new Date(0) };
      },
    };
    const text = encode({ jsonrpc: "2.0", method: "a", params });
    expect(text).toBe('{"jsonrpc":"2.0","method":"a","params":{"at":"1970-01-01T00:00:00.000Z"}}');
    expect(calls).toBe(1);
    expect(encode({ jsonrpc: "2.0", id: 1, result: new Date(0) })).toBe(
      '{"jsonrpc":"2.0","id":1,"result":"1970-01-01T00:00:00.000Z"}',
    );
  });

  test("does not ask a message for its toJSON", () => {
    const message = { jsonrpc: "2.0", id: 1, method: "a", toJSON: () => "forged" };
    expect(encode(message)).toBe('{"jsonrpc":"2.0","id":1,"method":"a"}');
  });

  test("keeps __proto__ members of what it writes", () => {
    const text = '{"jsonrpc":"2.0","method":"a","params":{"__proto__":{"x":1}}}';
    expect(encodeMessage(decodeMessage(text))).toBe(text);
  });

  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const thrower = {
    toJSON() {
      throw new Error("from toJSON");
    },
  };
  const vanishing = { toJSON: () => undefined };

  test.each<[what: string, message: unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a batch", []],
    ["a message without version", { id: 1, method: "a" }],
    ["a fractional id", { jsonrpc: "2.0", id: 1.5, method: "a" }],
    ["an unsafe id", { jsonrpc: "2.0", id: 2 ** 53, method: "a" }],
    ["a null id in a request", { jsonrpc: "2.0", id: null, method: "a" }],
    ["a null id in a result", { jsonrpc: "2.0", id: null, result: 1 }],
    ["a BigInt id", { jsonrpc: "2.0", id: 1n, method: "a" }],
    ["params that are no structure", { jsonrpc: "2.0", method: "a", params: "x" }],
    ["a function as params", { jsonrpc: "2.0", method: "a", params: () => {} }],
    ["params whose toJSON makes a string", { jsonrpc: "2.0", method: "a", params: new Date(0) }],
    ["params whose toJSON makes null", { jsonrpc: "2.0", method: "a", params: { toJSON: () => null } }],
    ["params that are a boxed number", { jsonrpc: "2.0", method: "a", params: Object(1) }],
    ["params that are a boxed string", { jsonrpc: "2.0", id: 1, method: "a", params: Object("}") }],
    ["params whose toJSON makes nothing", { jsonrpc: "2.0", id: 1, method: "a", params: vanishing }],
    ["an undefined result", { jsonrpc: "2.0", id: 1, result: undefined }],
    ["a function as result", { jsonrpc: "2.0", id: 1, result: () => {} }],
    ["a symbol as result", { jsonrpc: "2.0", id: 1, result: Symbol("x") }],
    ["a result whose toJSON makes nothing", { jsonrpc: "2.0", id: 1, result: vanishing }],
    ["the same with an id that looks like one", { jsonrpc: "2.0", id: '"result":', result: vanishing }],
    ["a BigInt", { jsonrpc: "2.0", id: 1, result: { n: 1n } }],
    ["a BigInt result", { jsonrpc: "2.0", id: 1, result: 1n }],
    ["a cycle", { jsonrpc: "2.0", id: 1, result: cycle }],
    ["a cycle in data", { jsonrpc: "2.0", id: 1, error: { code: 1, message: "", data: cycle } }],
    ["a toJSON that throws", { jsonrpc: "2.0", id: 1, result: thrower }],
    ["a nested toJSON that throws", { jsonrpc: "2.0", method: "a", params: [thrower] }],
    ["a fractional error code", { jsonrpc: "2.0", id: 1, error: { code: 1.5, message: "" } }],
    ["an error without message", { jsonrpc: "2.0", id: 1, error: { code: 1 } }],
    ["both result and error", { jsonrpc: "2.0", id: 1, result: 1, error: { code: 1, message: "" } }],
  ])("refuses %s with a TypeError that says why in its cause", (_what, message) => {
    let thrown: unknown;
    try {
      encode(message);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(TypeError);
    expect((thrown as TypeError).message).toMatch(/message/);
    expect((thrown as TypeError).cause).toBeInstanceOf(Error);
  });

  test.each([
    ["params", { jsonrpc: "2.0", method: "a", params: new Date(0) }],
    ["result", { jsonrpc: "2.0", id: 1, result: () => {} }],
  ])("names %s as what JSON changes", (name, message) => {
    expect(() => encode(message)).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ message: expect.stringContaining(name) }) }),
    );
  });

  // Some engines overflow their stack there, others take any depth.
  test("refuses nesting that JSON.stringify cannot follow with a TypeError, or writes all of it", () => {
    const depth = 1e5;
    let outcome: unknown;
    try {
      outcome = encode({ jsonrpc: "2.0", id: 1, result: nested(depth) });
    } catch (error) {
      outcome = error;
    }
    if (typeof outcome === "string") {
      expect(outcome === `{"jsonrpc":"2.0","id":1,"result":${"[".repeat(depth)}1${"]".repeat(depth)}}`).toBe(
        true,
      );
    } else {
      expect(outcome).toBeInstanceOf(TypeError);
      expect((outcome as TypeError).cause).toBeInstanceOf(RangeError);
    }
  });
});

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
