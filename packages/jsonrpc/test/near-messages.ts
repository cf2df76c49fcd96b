// Texts that are messages, nearly messages, or once were: what a codec meets on a bad day.

import fc from "fast-check";

const TEXTS = [
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"é中😀","arguments":{"a":[1,null,true]}}}',
  '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":0.5}}',
  '{"jsonrpc":"2.0","id":"a\\u2028b","result":{"content":[{"type":"text","text":"a\\n\\"b\\""}]}}',
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON","data":{"at":-1.5e-3}}}',
  '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
  '{"__proto__":{"id":1},"jsonrpc":"2.0","method":"a","params":{"__proto__":[]},"constructor":{}}',
];

const json = fc.jsonValue({ maxDepth: 2 });
const numbers = fc.constantFrom(0, -1, 1, 9007199254740991, 9007199254740992, 1.5, -0.5, 1e300);
const ids = fc.oneof(fc.integer(), fc.string(), numbers, fc.constantFrom("", "0", "1", null), json);
const names = fc.constantFrom("ping", "", "toString", "__proto__", "constructor", "notifications/x");
const meta = fc.record(
  {
    progressToken: ids,
    "io.modelcontextprotocol/related-task": fc.oneof(fc.constant({ taskId: "t" }), json),
  },
  { requiredKeys: [] },
);
const structures = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.string(), json, { maxKeys: 3 }) },
  { weight: 2, arbitrary: fc.record({ _meta: fc.oneof(meta, json) }) },
  { weight: 1, arbitrary: fc.array(json, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant(JSON.parse('{"__proto__":{"polluted":1},"_meta":{"__proto__":1}}')) },
  { weight: 1, arbitrary: json },
);
const errors = fc.oneof(
  { weight: 4, arbitrary: fc.record({ code: fc.integer(), message: fc.string() }) },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        code: fc.oneof(fc.integer(), numbers, json),
        message: fc.oneof(fc.string(), json),
        data: json,
        extra: json,
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: json },
);

const member = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  value.map((item) => `${JSON.stringify(name)}:${JSON.stringify(item)}`);

const version = fc.oneof(
  { weight: 30, arbitrary: fc.constant('"jsonrpc":"2.0"') },
  { weight: 1, arbitrary: member("jsonrpc", fc.oneof(fc.constantFrom("1.0", 2, null), json)) },
);
const foreign = fc.oneof(
  member("__proto__", json),
  fc.constantFrom('"Method":"b"', '"method\\u0000":"b"', '"toJSON":1', '"ID":1', '"sessionId":"s"'),
);
const id = member("id", ids);
const method = member("method", fc.oneof({ weight: 8, arbitrary: names }, { weight: 1, arbitrary: json }));
const params = member("params", structures);
const result = member("result", structures);
const error = member("error", errors);

/** Texts of JSON objects that have the members of messages, most in their place, some twice. */
export const nearMessages: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 3, arbitrary: fc.tuple(version, id, method, params) },
    { weight: 2, arbitrary: fc.tuple(version, method, params) },
    { weight: 3, arbitrary: fc.tuple(version, id, result) },
    { weight: 3, arbitrary: fc.tuple(version, id, error) },
    {
      weight: 3,
      arbitrary: fc.array(fc.oneof(version, id, method, params, result, error, foreign), { maxLength: 7 }),
    },
    { weight: 2, arbitrary: fc.tuple(version, id, method, foreign) },
    { weight: 1, arbitrary: fc.tuple(version, error, foreign) },
  )
  .map((members) => `{${members.join(",")}}`);

/** Bytes: arbitrary ones, and those of messages after a few edits. */
export const hostileBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.oneof(fc.constantFrom(...TEXTS), nearMessages),
        fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 }), fc.constantFrom("put", "add", "cut", "end")), {
          maxLength: 3,
        }),
      )
      .map(([text, edits]) => {
        let bytes = [...new TextEncoder().encode(text)];
        for (const [position, byte, edit] of edits) {
          const at = bytes.length === 0 ? 0 : position % bytes.length;
          if (edit === "put") bytes[at] = byte;
          if (edit === "add") bytes.splice(at, 0, byte);
          if (edit === "cut") bytes.splice(at, 1);
          if (edit === "end") bytes = bytes.slice(0, at);
        }
        return new Uint8Array(bytes);
      }),
  },
);
