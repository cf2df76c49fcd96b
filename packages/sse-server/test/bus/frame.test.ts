import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decodeFrame,
  encodeAnswer,
  encodeEnvelope,
  encodeHello,
  encodeRequest,
  toDelivery,
} from "../../src/bus/frame.ts";
import type { Envelope } from "../../src/message-bus.ts";

const text = fc.string({ unit: "binary" });
const envelopes: fc.Arbitrary<Envelope> = fc.record({
  version: fc.constant(1 as const),
  id: text,
  from: text,
  sessionId: text,
  deadline: fc.double({ min: 0, max: 1e14, noNaN: true }),
  principal: fc.option(text, { nil: undefined }),
  authInfo: fc.option(fc.jsonValue(), { nil: undefined }),
  target: text,
  origin: text,
  headers: fc.array(fc.tuple(text, text)),
  remoteAddress: fc.option(text, { nil: undefined }),
  body: text,
});

describe("a request", () => {
  test("is read as it was written, whatever is in it", () => {
    fc.assert(
      fc.property(envelopes, (envelope) => {
        const frame = decodeFrame(encodeRequest(encodeEnvelope(envelope), envelope.deadline));
        // JSON has no -0, and no undefined.
        const { authInfo, ...rest } = envelope;
        expect(frame).toMatchObject({ kind: "request", envelope: JSON.parse(JSON.stringify(rest)) });
        const carried = frame?.kind === "request" ? frame.envelope.authInfo : "nothing";
        expect(carried).toEqual(authInfo === undefined ? undefined : JSON.parse(JSON.stringify(authInfo)));
      }),
    );
  });

  test("leaves the body unread and unescaped", () => {
    const body = '{"a":"\\u0041"}\n"';
    expect(encodeRequest(encodeEnvelope({ ...sample, body }), 5).endsWith(`\n${body}`)).toBe(true);
  });

  test.each([
    ["another version", { version: 2 }],
    ["no session", { sessionId: undefined }],
    ["a principal that is no text", { principal: 7 }],
    ["a deadline that is no number", { deadline: "soon" }],
    ["headers that are none", { headers: {} }],
    ["a header that is no pair", { headers: [["a"]] }],
    ["a header whose value is no text", { headers: [["a", 1]] }],
  ])("with %s is unreadable, and its sender can be told", (_what, parts) => {
    const { deadline, ...wrong } = { ...sample, ...parts };
    const written = encodeRequest(encodeEnvelope(wrong as Envelope), deadline as number);
    expect(decodeFrame(written)).toEqual({ kind: "unreadable", id: sample.id, from: sample.from });
  });

  test("without a body is unreadable", () => {
    expect(decodeFrame('Q5 {"id":"1","from":"a"}')).toEqual({ kind: "unreadable", id: "1", from: "a" });
  });
});

describe("a hello and an answer", () => {
  test("are read as they were written", () => {
    const hello = { id: "1", from: "a" };
    expect(decodeFrame(encodeHello(hello))).toEqual({ kind: "hello", hello });
    const answer = { id: "1", from: "a", clock: 1.5, status: "rejected", reason: "not-json" } as const;
    expect(decodeFrame(encodeAnswer(answer))).toEqual({ kind: "answer", answer });
  });
});

describe("what is nothing of ours", () => {
  test.each([
    "",
    "Q",
    "Q5",
    "Q5 {",
    "H",
    "H[]",
    "Hnull",
    'H{"id":1,"from":"a"}',
    'A{"id":"1","from":"a"}',
    'X{"id":"1","from":"a"}',
    "hello",
  ])("is ignored: %j", (written) => {
    expect(decodeFrame(written)).toBeUndefined();
  });
});

describe("toDelivery", () => {
  const answer = { id: "1", from: "a", clock: 0 };
  test("takes only what a delivery can be", () => {
    expect(toDelivery({ ...answer, status: "accepted" })).toEqual({ status: "accepted" });
    expect(toDelivery({ ...answer, status: "here" })).toBeUndefined();
    expect(toDelivery({ ...answer, status: "lost" as never })).toBeUndefined();
    expect(toDelivery({ ...answer, status: "late" })).toEqual({ status: "timeout" });
    expect(toDelivery({ ...answer, status: "unreadable" })).toEqual({ status: "bus-down" });
    expect(toDelivery({ ...answer, status: "rejected", reason: "?" })).toEqual({
      status: "rejected",
      reason: "not-a-message",
    });
  });
});

const sample: Envelope = {
  version: 1,
  id: "1",
  from: "a",
  sessionId: "b.x",
  deadline: 5,
  principal: undefined,
  authInfo: undefined,
  target: "/",
  origin: "http://localhost",
  headers: [],
  remoteAddress: undefined,
  body: "{}",
};
