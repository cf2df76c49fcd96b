// The same texts through this codec and through the schemas of both official SDKs. Every difference must be one
// of sdk-differences.ts.

import { describe, expect, test } from "vitest";
import { sdkDifferences } from "./sdk-differences.ts";
import { explanations, isSame, ours, sdks, theirs, verdict } from "./sdk-readings.ts";

describe.each(sdks)("decodeMessage and JSONRPCMessageSchema of the SDK %s", (_version, schema) => {
  test.each([
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":0,"method":"ping"}',
    '{"jsonrpc":"2.0","id":"","method":""}',
    '{"jsonrpc":"2.0","id":-9007199254740991,"method":"ping"}',
    '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"_meta":{"progressToken":0,"x":1},"n":[null]}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}',
    '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"\\u2028"}],"_meta":{}}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"","data":null}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","stack":"dropped by both"}}',
    '{"jsonrpc":"2.0","error":{"code":-32700,"message":"not JSON"}}',
    '{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}',
  ])("read the same message: %s", (text) => {
    const message = ours(text);
    expect(message).toBeDefined();
    expect(theirs(schema, text)).toEqual(message);
  });

  test.each([
    "null",
    "1",
    '"ping"',
    "{}",
    "[]",
    '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
    '{"id":1,"method":"ping"}',
    '{"jsonrpc":2.0,"id":1,"method":"ping"}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    '{"jsonrpc":"2.0","id":9007199254740992,"method":"ping"}',
    '{"jsonrpc":"2.0","id":true,"method":"ping"}',
    '{"jsonrpc":"2.0","id":[1],"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":null}',
    '{"jsonrpc":"2.0","id":1,"method":"a","params":null}',
    '{"jsonrpc":"2.0","id":1,"method":"a","params":"x"}',
    '{"jsonrpc":"2.0","id":1,"method":"a","result":{}}',
    '{"jsonrpc":"2.0","id":1,"method":"a","error":{"code":1,"message":""}}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","result":{}}',
    '{"jsonrpc":"2.0","id":null,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":null}',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
    '{"jsonrpc":"2.0","id":1,"error":null}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":""}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":""}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":9007199254740992,"message":""}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1}}',
    '{"jsonrpc":"2.0","id":1.5,"error":{"code":1,"message":""}}',
  ])("refuse the same text: %s", (text) => {
    expect([ours(text), theirs(schema, text)]).toEqual([undefined, undefined]);
  });

  test.each(
    sdkDifferences.flatMap(({ examples, ...difference }) =>
      examples.map((text) => ({ ...difference, text })),
    ),
  )("differ as agreed in $id: $text", ({ id, text, ours: our, sdk }) => {
    const [message, other] = [ours(text), theirs(schema, text)];
    expect([verdict(message), verdict(other)]).toEqual([our, sdk]);
    expect(isSame(message, other)).toBe(false);
    expect(explanations(text, message, other)).toContain(id);
  });
});
