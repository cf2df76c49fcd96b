import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { decodeMessage, toMessage } from "../src/decode.ts";
import { encodeMessage } from "../src/encode.ts";
import { MessageDecodeError } from "../src/errors.ts";
import type { JsonRpcMessage } from "../src/message.ts";
import { hostileBytes, nearMessages } from "./near-messages.ts";
import { check, timeoutOf } from "./random.ts";

const RPC_CODES: Record<string, number> = { ERR_RPC_PARSE: -32700, ERR_RPC_INVALID_REQUEST: -32600 };

/** The message, or undefined where there is a proper refusal. Anything else fails the test. */
function outcomeOf(run: () => JsonRpcMessage): JsonRpcMessage | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof MessageDecodeError)) throw error;
    expect(error.rpcCode).toBe(RPC_CODES[error.code]);
    expect(error).not.toHaveProperty("cause");
    return undefined;
  }
}

/** What holds of every message that the decoder gave, judged without the decoder. */
function expectMessage(message: JsonRpcMessage): void {
  expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
  const members: Record<string, unknown> = { ...message };
  const names = Object.keys(members).join();
  expect(names).toMatch(/^jsonrpc,((id,)?method(,params)?|id,result|(id,)?error)$/);
  expect(members.jsonrpc).toBe("2.0");
  if ("id" in members && !("error" in members && members.id === null)) {
    expect(typeof members.id === "string" || Number.isSafeInteger(members.id)).toBe(true);
  }
  if ("method" in members) expect(typeof members.method).toBe("string");
  if ("params" in members) expect(members.params).toBeTypeOf("object");
  if ("error" in members) {
    expect(members.error).toEqual(
      expect.objectContaining({ code: expect.any(Number), message: expect.any(String) }),
    );
  }
}

const prototypes = [Object.prototype, Array.prototype, Function.prototype];

/** What holds of the codec, whatever it is given; each property is tried `runs` times. */
export function fuzzSuite(runs: number): void {
  describe("the codec, given anything,", { timeout: timeoutOf(runs) }, () => {
    let names: string[];

    beforeEach(() => {
      names = prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String).join());
    });

    afterEach(() => {
      expect(prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String).join())).toEqual(names);
    });

    test("makes a message or one MessageDecodeError of any bytes, and writes the message again", () => {
      let read = 0;
      check(
        fc.property(hostileBytes, (bytes) => {
          const message = outcomeOf(() => decodeMessage(bytes));
          if (message === undefined) return;
          read++;
          expectMessage(message);
          const line = encodeMessage(message);
          expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
          expect(encodeMessage(decodeMessage(line))).toBe(line);
        }),
        runs,
      );
      // Else this would be a test of refusals alone.
      expect(read).toBeGreaterThan(runs / 20);
    });

    test("reads text, its bytes and its value the same", () => {
      check(
        fc.property(fc.oneof(nearMessages, fc.string(), fc.json()), (text) => {
          const message = outcomeOf(() => decodeMessage(text));
          const line = message && encodeMessage(message);
          const bytes = new TextEncoder().encode(text);
          const fromBytes = outcomeOf(() => decodeMessage(bytes));
          // A lone surrogate has no bytes: the encoder puts U+FFFD for it.
          if (new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) === text) {
            expect(fromBytes && encodeMessage(fromBytes)).toBe(line);
          }
          const fromValue = isJson(text) ? outcomeOf(() => toMessage(JSON.parse(text))) : undefined;
          expect(fromValue && encodeMessage(fromValue)).toBe(line);
        }),
        runs,
      );
    });

    test("makes a message or one MessageDecodeError of any value, and a line or a TypeError of that", () => {
      const anything = fc.anything({
        withBigInt: true,
        withBoxedValues: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withObjectString: true,
        withSet: true,
        withSparseArray: true,
        withTypedArray: true,
      });
      const responses = fc.record(
        {
          jsonrpc: fc.constant("2.0"),
          id: fc.oneof(fc.integer(), fc.string(), anything),
          result: anything,
          error: fc.oneof(anything, fc.record({ code: fc.integer(), message: fc.string(), data: anything })),
        },
        { requiredKeys: ["jsonrpc", "id"] },
      );
      const calls = fc.record(
        { jsonrpc: fc.constant("2.0"), method: fc.oneof(fc.string(), anything), params: anything },
        { requiredKeys: ["jsonrpc", "method"] },
      );
      let written = 0;
      check(
        fc.property(fc.oneof(anything, responses, calls), (value) => {
          const message = outcomeOf(() => toMessage(value));
          if (message !== undefined) expectMessage(message);
          let line: string;
          try {
            line = encodeMessage(value as JsonRpcMessage);
          } catch (error) {
            expect(error).toBeInstanceOf(TypeError);
            return;
          }
          written++;
          expect(message).toBeDefined();
          expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
          expectMessage(decodeMessage(line));
        }),
        runs,
      );
      expect(written).toBeGreaterThan(runs / 20);
    });
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
