import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { decodeMessage, toMessage } from "../src/decode.ts";
import { MessageDecodeError } from "../src/errors.ts";
import { isNotification, isRequest } from "../src/message.ts";

const PARSE = { name: "MessageDecodeError", code: "ERR_RPC_PARSE", rpcCode: -32700 };
const INVALID = { name: "MessageDecodeError", code: "ERR_RPC_INVALID_REQUEST", rpcCode: -32600 };

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The error of a text, which must be the same as of its bytes and as of its value. */
function refusalOf(text: string): MessageDecodeError {
  const refusals = [() => decodeMessage(text), () => decodeMessage(bytes(text))].map(thrownBy);
  expect(refusals[0]).toBeInstanceOf(MessageDecodeError);
  expect(refusals[1]).toEqual(refusals[0]);
  return refusals[0] as MessageDecodeError;
}

/** Bytes whose buffer has gone elsewhere. */
function detached(): Uint8Array {
  const view = bytes('{"jsonrpc":"2.0","method":"a"}');
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
}

function thrownBy(run: () => unknown): unknown {
  try {
    return { returned: run() };
  } catch (error) {
    return error;
  }
}

/** The message of a text, which must be the same as of its bytes and as of its value. */
function messageOf(text: string): unknown {
  const message = decodeMessage(text);
  expect(decodeMessage(bytes(text))).toStrictEqual(message);
  expect(toMessage(JSON.parse(text))).toStrictEqual(message);
  return message;
}

describe("decodeMessage", () => {
  test.each([
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"x","n":[1,null]}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","method":"sum","params":[1,2]}',
    '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}',
    '{"jsonrpc":"2.0","id":1,"result":null}',
    '{"jsonrpc":"2.0","id":1,"result":false}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":0,"message":"","data":null}}',
  ])("reads every kind of message as it is: %s", (text) => {
    expect(messageOf(text)).toStrictEqual(JSON.parse(text));
  });

  test("reads white space around the value, line breaks included", () => {
    expect(messageOf(' \r\n\t{"jsonrpc":"2.0","method":"a"}\n')).toStrictEqual({
      jsonrpc: "2.0",
      method: "a",
    });
  });

  verifies("jsonrpc.decode.one-value", "refuses a text that is not exactly one JSON value", () => {
    const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    for (const text of [
      "",
      " ",
      "{",
      "nope",
      `${message}x`,
      `${message}${message}`,
      `${message}\n${message}`,
    ]) {
      expect(refusalOf(text)).toMatchObject(PARSE);
    }
    for (const text of ["{'jsonrpc':'2.0'}", '{"id":01}', '{"id":NaN}', "{}\0", '{"a":1,}', '"\n"']) {
      expect(refusalOf(text)).toMatchObject(PARSE);
    }
  });

  verifies("jsonrpc.decode.no-batch", "refuses a batch, an empty one too", () => {
    for (const text of ["[]", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', "[[]]"]) {
      expect(refusalOf(text)).toMatchObject(INVALID);
    }
  });

  test.each(["null", "true", "1", '"ping"', "{}"])("refuses %s, which is JSON but no message", (text) => {
    expect(refusalOf(text)).toMatchObject(INVALID);
  });

  verifies("jsonrpc.decode.no-bom", "refuses a byte order mark, as text and as bytes", () => {
    expect(refusalOf('\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}')).toMatchObject(PARSE);
    const utf16 = new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]);
    expect(thrownBy(() => decodeMessage(utf16))).toMatchObject(PARSE);
  });

  verifies("jsonrpc.utf8", "refuses bytes that are not UTF-8, wherever they are", () => {
    const hostile = {
      "a lone continuation byte": [0x80],
      "an overlong slash": [0xc0, 0xaf],
      "a surrogate": [0xed, 0xa0, 0x80],
      "past U+10FFFF": [0xf4, 0x90, 0x80, 0x80],
      "a cut sequence": [0xe4, 0xb8],
      "latin1 text": [0xe9],
    };
    const [before, after] = [bytes('{"jsonrpc":"2.0","id":1,"method":"'), bytes('"}')];
    for (const [what, odd] of Object.entries(hostile)) {
      const text = new Uint8Array([...before, ...odd, ...after]);
      expect(
        thrownBy(() => decodeMessage(text)),
        what,
      ).toMatchObject(PARSE);
    }
  });

  test("reads a view of a larger buffer, and no byte around it", () => {
    const all = bytes('xx{"jsonrpc":"2.0","method":"é中😀"}yy');
    expect(decodeMessage(all.subarray(2, -2))).toStrictEqual({ jsonrpc: "2.0", method: "é中😀" });
  });

  verifies("jsonrpc.version", 'refuses a jsonrpc that is not exactly "2.0"', () => {
    for (const version of ['"1.0"', '"2"', "2.0", "2", '"2.0 "', "null", '["2.0"]']) {
      expect(refusalOf(`{"jsonrpc":${version},"id":1,"method":"ping"}`)).toMatchObject(INVALID);
    }
    expect(refusalOf('{"id":1,"method":"ping"}')).toMatchObject(INVALID);
  });

  verifies("jsonrpc.keys.exact", "J07: never reads a look-alike of a name as that name", () => {
    expect(messageOf('{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"}')).toStrictEqual({
      jsonrpc: "2.0",
      id: 1,
      method: "ping",
    });
    expect(messageOf('{"jsonrpc":"2.0","method":"a","ID":1,"Id":2,"iD":3}')).toStrictEqual({
      jsonrpc: "2.0",
      method: "a",
    });
    for (const name of ["Method", "METHOD", "method ", "method\\u0000", "\\ufeffmethod", "ｍethod"]) {
      expect(refusalOf(`{"jsonrpc":"2.0","id":1,"${name}":"ping"}`)).toMatchObject(INVALID);
    }
    expect(refusalOf('{"Jsonrpc":"2.0","id":1,"method":"ping"}')).toMatchObject(INVALID);
  });

  verifies("jsonrpc.keys.exact", "J08: folds no foreign name into one of its own", () => {
    const foreign = [
      '"method\\u0000":"b"',
      '"param\\u017f":[1]',
      '"params\\u017f":[1]',
      '"\\u212a":1',
      '"\\u0130d":2',
      '"method\\ud800":"b"',
    ];
    for (const member of foreign) {
      expect(messageOf(`{"jsonrpc":"2.0","id":1,"method":"a",${member}}`)).toStrictEqual({
        jsonrpc: "2.0",
        id: 1,
        method: "a",
      });
    }
  });

  test("reads a name that is written with escapes", () => {
    expect(messageOf('{"jsonrpc":"2.0","id":1,"\\u006dethod":"a"}')).toStrictEqual({
      jsonrpc: "2.0",
      id: 1,
      method: "a",
    });
  });

  verifies("jsonrpc.keys.unknown", "drops members that JSON-RPC does not define", () => {
    expect(messageOf('{"jsonrpc":"2.0","id":1,"method":"a","sessionId":"s","toJSON":1}')).toStrictEqual({
      jsonrpc: "2.0",
      id: 1,
      method: "a",
    });
    expect(messageOf('{"jsonrpc":"2.0","id":1,"result":{"a":1},"params":{}}')).toStrictEqual({
      jsonrpc: "2.0",
      id: 1,
      result: { a: 1 },
    });
    expect(messageOf('{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","stack":"x"}}')).toStrictEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: 1, message: "" },
    });
  });

  verifies("jsonrpc.keys.duplicate", "J07: reads the last of duplicate members, as JSON.parse does", () => {
    expect(messageOf('{"method":"a","jsonrpc":"2.0","id":1,"method":"b","id":2}')).toStrictEqual({
      jsonrpc: "2.0",
      id: 2,
      method: "b",
    });
    expect(refusalOf('{"jsonrpc":"2.0","id":1,"method":"a","method":1}')).toMatchObject(INVALID);
    expect(refusalOf('{"jsonrpc":"2.0","jsonrpc":"1.0","id":1,"method":"a"}')).toMatchObject(INVALID);
  });

  verifies(
    ["jsonrpc.id.integer", "jsonrpc.id.safe"],
    "J04: reads integer ids exactly, refuses others",
    () => {
      const ids: [text: string, id: number][] = [
        ["0", 0],
        ["-1", -1],
        ["9007199254740991", 9007199254740991],
        ["-9007199254740991", -9007199254740991],
        ["1e2", 100],
        ["1.0", 1],
      ];
      for (const [text, id] of ids) {
        expect(messageOf(`{"jsonrpc":"2.0","id":${text},"method":"a"}`)).toMatchObject({ id });
        expect(messageOf(`{"jsonrpc":"2.0","id":${text},"result":{}}`)).toMatchObject({ id });
      }
      for (const text of [
        "1.5",
        "-0.1",
        "9007199254740992",
        "-9007199254740993",
        "1e16",
        "1e400",
        "5e-324",
      ]) {
        expect(refusalOf(`{"jsonrpc":"2.0","id":${text},"method":"a"}`)).toMatchObject(INVALID);
        expect(refusalOf(`{"jsonrpc":"2.0","id":${text},"result":{}}`)).toMatchObject(INVALID);
        expect(refusalOf(`{"jsonrpc":"2.0","id":${text},"error":{"code":1,"message":""}}`)).toMatchObject(
          INVALID,
        );
      }
    },
  );

  verifies("jsonrpc.id.string", 'J01, J02: keeps string ids as they are, "1" and "0" too', () => {
    for (const id of [
      "1",
      "0",
      "",
      " 1",
      "1.0",
      "9007199254740993",
      "null",
      "é中😀\u2028\0",
      "x".repeat(1e5),
    ]) {
      const quoted = JSON.stringify(id);
      expect(messageOf(`{"jsonrpc":"2.0","id":${quoted},"method":"a"}`)).toHaveProperty("id", id);
      expect(messageOf(`{"jsonrpc":"2.0","id":${quoted},"result":{}}`)).toHaveProperty("id", id);
    }
  });

  verifies("jsonrpc.id.falsy", "J05: takes 0 and the empty string for ids", () => {
    for (const id of ["0", '""']) {
      const message = decodeMessage(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
      expect(isRequest(message)).toBe(true);
      expect(messageOf(`{"jsonrpc":"2.0","id":${id},"result":{}}`)).toHaveProperty("id", JSON.parse(id));
    }
  });

  verifies("jsonrpc.id.null", "J11: refuses a null id in a request and in a result", () => {
    expect(refusalOf('{"jsonrpc":"2.0","id":null,"method":"ping"}')).toMatchObject(INVALID);
    expect(refusalOf('{"jsonrpc":"2.0","id":null,"result":{}}')).toMatchObject(INVALID);
  });

  test.each(["true", "[]", "[1]", "{}"])("refuses the id %s", (id) => {
    expect(refusalOf(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)).toMatchObject(INVALID);
    expect(refusalOf(`{"jsonrpc":"2.0","id":${id},"result":{}}`)).toMatchObject(INVALID);
    expect(refusalOf(`{"jsonrpc":"2.0","id":${id},"error":{"code":1,"message":""}}`)).toMatchObject(INVALID);
  });

  verifies("jsonrpc.id.null-in-error", "reads an error whose id is null or absent", () => {
    const error = { code: -32700, message: "not JSON" };
    for (const message of [
      { jsonrpc: "2.0", id: null, error },
      { jsonrpc: "2.0", error },
    ]) {
      expect(messageOf(JSON.stringify(message))).toStrictEqual(message);
    }
  });

  verifies(
    "jsonrpc.response.exactly-one",
    "refuses a response without exactly one of result and error",
    () => {
      const error = '"error":{"code":1,"message":""}';
      for (const members of [
        '"id":1',
        `"id":1,"result":{},${error}`,
        '"id":1,"result":{},"error":null',
        `"id":1,"result":null,${error}`,
        '"id":1,"error":null',
        '"id":1,"params":{}',
        '"result":{}',
      ]) {
        expect(refusalOf(`{"jsonrpc":"2.0",${members}}`), members).toMatchObject(INVALID);
      }
    },
  );

  test("refuses what one reader would take for a request and the next for a response", () => {
    for (const member of [
      '"result":{}',
      '"result":null',
      '"error":{"code":1,"message":""}',
      '"error":null',
    ]) {
      expect(refusalOf(`{"jsonrpc":"2.0","id":1,"method":"a",${member}}`)).toMatchObject(INVALID);
      expect(refusalOf(`{"jsonrpc":"2.0","method":"a",${member}}`)).toMatchObject(INVALID);
    }
  });

  test.each(["null", "1", "true", "{}", '["a"]'])("refuses the method %s", (method) => {
    expect(refusalOf(`{"jsonrpc":"2.0","id":1,"method":${method}}`)).toMatchObject(INVALID);
    expect(refusalOf(`{"jsonrpc":"2.0","id":1,"method":${method},"result":{}}`)).toMatchObject(INVALID);
  });

  verifies("jsonrpc.params.structured", "refuses params that are not an object or an array", () => {
    for (const params of ["null", "1", '"x"', "true"]) {
      expect(refusalOf(`{"jsonrpc":"2.0","id":1,"method":"a","params":${params}}`)).toMatchObject(INVALID);
      expect(refusalOf(`{"jsonrpc":"2.0","method":"a","params":${params}}`)).toMatchObject(INVALID);
    }
    for (const params of [{}, [], { a: [] }, [{}]]) {
      const message = { jsonrpc: "2.0", method: "a", params };
      expect(messageOf(JSON.stringify(message))).toStrictEqual(message);
    }
  });

  verifies("jsonrpc.error.object", "refuses an error without an integer code and a string message", () => {
    for (const error of [
      "null",
      '"x"',
      "1",
      "[]",
      "{}",
      '{"code":1}',
      '{"message":"x"}',
      '{"code":"1","message":"x"}',
      '{"code":1.5,"message":"x"}',
      '{"code":9007199254740992,"message":"x"}',
      '{"code":null,"message":"x"}',
      '{"code":1,"message":null}',
      '{"code":1,"message":["x"]}',
    ]) {
      expect(refusalOf(`{"jsonrpc":"2.0","id":1,"error":${error}}`), error).toMatchObject(INVALID);
    }
  });

  verifies("jsonrpc.numbers", "reads numbers as JSON.parse does", () => {
    const numbers = "[0.1,1e2,-0,9007199254740993,1e400,123456789012345678901234567890]";
    const message = messageOf(`{"jsonrpc":"2.0","method":"a","params":${numbers}}`);
    expect(message).toStrictEqual({ jsonrpc: "2.0", method: "a", params: JSON.parse(numbers) });
  });

  test("J06: reads inherited names as any other method", () => {
    for (const method of ["toString", "constructor", "__proto__", "hasOwnProperty", "valueOf", "toJSON"]) {
      const message = { jsonrpc: "2.0", id: 1, method };
      expect(messageOf(JSON.stringify(message))).toStrictEqual(message);
    }
  });

  test("J10: reads a notification's method with an id as a request", () => {
    const message = { jsonrpc: "2.0", id: 7, method: "notifications/cancelled", params: { requestId: 1 } };
    const read = decodeMessage(JSON.stringify(message));
    expect(read).toStrictEqual(message);
    expect(isRequest(read)).toBe(true);
    expect(isNotification(read)).toBe(false);
  });

  test("keeps __proto__ a plain name", () => {
    const text =
      '{"jsonrpc":"2.0","id":1,"__proto__":{"method":"evil","polluted":1},"method":"a",' +
      '"params":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}';
    const message = decodeMessage(text) as { params: object };
    expect(JSON.stringify(decodeMessage(bytes(text)))).toBe(JSON.stringify(message));
    expect(Object.keys(message)).toEqual(["jsonrpc", "id", "method", "params"]);
    expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
    expect(Object.hasOwn(message.params, "__proto__")).toBe(true);
    expect(Object.getPrototypeOf(message.params)).toBe(Object.prototype);
    expect(JSON.stringify(message.params)).toBe(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    expect({}).not.toHaveProperty("polluted");
    expect(refusalOf('{"__proto__":{"jsonrpc":"2.0","id":1,"method":"a"}}')).toMatchObject(INVALID);
  });

  test("tells what is wrong without a word of what it read", () => {
    const secret = "hunter2";
    for (const text of [
      secret,
      `{"${secret}":`,
      `["${secret}"]`,
      `{"jsonrpc":"${secret}"}`,
      `{"jsonrpc":"2.0","id":{"${secret}":1},"method":"a"}`,
      `{"jsonrpc":"2.0","id":1,"method":["${secret}"]}`,
      `{"jsonrpc":"2.0","id":1,"method":"a","params":"${secret}"}`,
      `{"jsonrpc":"2.0","id":1,"error":"${secret}"}`,
    ]) {
      const error = refusalOf(text);
      expect(error.message).not.toContain(secret);
      expect(error.stack).not.toContain(secret);
      expect(error).not.toHaveProperty("cause");
    }
  });

  test.each([
    ["[]", /message.*object/],
    ['{"jsonrpc":1}', /jsonrpc.*"2\.0"/],
    ['{"jsonrpc":"2.0"}', /call.*result.*error/],
    ['{"jsonrpc":"2.0","id":1.5,"method":"a"}', /id.*string.*integer/],
    ['{"jsonrpc":"2.0","method":1}', /method.*string/],
    ['{"jsonrpc":"2.0","method":"a","params":1}', /params.*object.*array/],
    ['{"jsonrpc":"2.0","error":1}', /code.*integer/],
    ['{"jsonrpc":"2.0","error":{"code":1.5,"message":""}}', /code.*integer/],
    ['{"jsonrpc":"2.0","error":{"code":1,"message":1}}', /message.*string/],
    ["{", /JSON.*UTF-8/],
  ])("names the rule that is broken by %s", (text, rule) => {
    expect(refusalOf(text).message).toMatch(rule);
  });

  test.each<[what: string, given: unknown]>([
    ["a view of a buffer that was taken away", detached()],
    ["code units of two bytes", new Uint16Array([0x7b, 0x7d])],
    ["a number", 1],
    ["nothing", undefined],
    ["null", null],
    ["an object", {}],
    ["a symbol", Symbol("x")],
  ])("refuses %s in place of bytes", (_what, given) => {
    expect(thrownBy(() => decodeMessage(given as string))).toMatchObject(PARSE);
  });

  test("reads shared memory, or refuses it, as the decoder of the platform does", () => {
    const text = bytes('{"jsonrpc":"2.0","method":"a"}');
    const shared = new Uint8Array(new SharedArrayBuffer(text.length));
    shared.set(text);
    const outcome = thrownBy(() => decodeMessage(shared));
    expect([{ returned: { jsonrpc: "2.0", method: "a" } }, expect.objectContaining(PARSE)]).toContainEqual(
      outcome,
    );
  });

  test("refuses nesting that JSON.parse cannot follow, or reads all of it", () => {
    const deep = (depth: number): string =>
      `{"jsonrpc":"2.0","method":"a","params":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    for (const text of [deep(1e5), deep(1e5).slice(0, -1), "[".repeat(1e5), '{"a":'.repeat(1e5)]) {
      const outcome = thrownBy(() => decodeMessage(text));
      if (!(outcome instanceof MessageDecodeError)) expect(outcome).toHaveProperty("returned.method", "a");
      else expect(outcome).toMatchObject(PARSE);
    }
  });
});

describe("toMessage", () => {
  test("hands on the same params, result and data", () => {
    const params = { a: 1 };
    expect(toMessage({ jsonrpc: "2.0", method: "a", params })).toHaveProperty("params", params);
    const value = { jsonrpc: "2.0", id: 1, result: params };
    const message = toMessage(value);
    expect(message).not.toBe(value);
    expect((message as typeof value).result).toBe(params);
  });

  test("takes a member that is undefined for absent", () => {
    expect(
      toMessage({ jsonrpc: "2.0", id: undefined, method: "a", params: undefined, error: undefined }),
    ).toStrictEqual({ jsonrpc: "2.0", method: "a" });
    expect(
      toMessage({
        jsonrpc: "2.0",
        id: undefined,
        method: undefined,
        error: { code: 1, message: "", data: undefined },
      }),
    ).toStrictEqual({ jsonrpc: "2.0", error: { code: 1, message: "" } });
  });

  test("does not read what a value inherits", () => {
    const message = { jsonrpc: "2.0", id: 1, method: "a" };
    expect(thrownBy(() => toMessage(Object.create(message)))).toMatchObject(INVALID);
    const notification = Object.assign(Object.create({ id: 1, params: [] }), { jsonrpc: "2.0", method: "a" });
    expect(toMessage(notification)).toStrictEqual({ jsonrpc: "2.0", method: "a" });
    const error = Object.create({ code: 1, message: "" });
    expect(thrownBy(() => toMessage({ jsonrpc: "2.0", id: 1, error }))).toMatchObject(INVALID);
  });

  test.each<[what: string, value: unknown]>([
    ["undefined", undefined],
    ["a symbol", Symbol("x")],
    ["a function", () => {}],
    ["a BigInt", 1n],
    ["a BigInt id", { jsonrpc: "2.0", id: 1n, method: "a" }],
    ["a NaN id", { jsonrpc: "2.0", id: Number.NaN, method: "a" }],
    ["a symbol id", { jsonrpc: "2.0", id: Symbol("x"), method: "a" }],
    ["an id object that reads as a number", { jsonrpc: "2.0", id: { valueOf: () => 1 }, method: "a" }],
    ["a String object as method", { jsonrpc: "2.0", id: 1, method: Object("a") }],
    ["a function as params", { jsonrpc: "2.0", id: 1, method: "a", params: () => {} }],
    ["a Map", new Map([["jsonrpc", "2.0"]])],
    ["a getter that throws", getterThrows(new Error("from a getter"))],
    ["a getter that throws nothing", getterThrows(undefined)],
    ["a getter that throws a revoked proxy, of which nothing can be asked", getterThrows(revoked())],
    ["a proxy that throws when its names are read", proxyThrows("ownKeys")],
    ["a proxy that throws when a member is described", proxyThrows("getOwnPropertyDescriptor")],
    ["a proxy that throws when a member is read", proxyThrows("get")],
    ["an error whose code throws", { jsonrpc: "2.0", id: 1, error: getterThrows(revoked()) }],
    ["an error that is a revoked proxy", { jsonrpc: "2.0", id: 1, error: revoked() }],
    [
      "an error that is an array",
      { jsonrpc: "2.0", id: 1, error: Object.assign([], { code: 1, message: "" }) },
    ],
    ["an array with the members of a message", Object.assign([], { jsonrpc: "2.0", method: "a" })],
    ["a function with the members of a message", Object.assign(() => {}, { jsonrpc: "2.0", method: "a" })],
    ["a revoked proxy", revoked()],
    ["a null object", Object.create(null)],
  ])("refuses %s", (_what, value) => {
    expect(thrownBy(() => toMessage(value))).toMatchObject(INVALID);
  });

  test("reads each member once, so that no getter can change its mind", () => {
    let reads = 0;
    const value = {
      jsonrpc: "2.0",
      id: 1,
      get method() {
        reads++;
        return reads === 1 ? "first" : 2;
      },
    };
    expect(toMessage(value)).toStrictEqual({ jsonrpc: "2.0", id: 1, method: "first" });
    expect(reads).toBe(1);
  });

  test("reads an object without a prototype", () => {
    const value = Object.assign(Object.create(null), { jsonrpc: "2.0", id: 1, result: [] });
    expect(toMessage(value)).toStrictEqual({ jsonrpc: "2.0", id: 1, result: [] });
  });
});

function getterThrows(thrown: unknown): unknown {
  return {
    jsonrpc: "2.0",
    method: "a",
    get code() {
      throw thrown;
    },
  };
}

function proxyThrows(trap: "get" | "ownKeys" | "getOwnPropertyDescriptor"): unknown {
  return new Proxy(
    { jsonrpc: "2.0", method: "a" },
    {
      [trap]() {
        throw revoked();
      },
    },
  );
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
