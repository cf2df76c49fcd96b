import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decodeFrames,
  encodeAnswers,
  encodeBatch,
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
        const [frame] = decodeFrames(
          encodeRequest(encodeEnvelope(envelope, envelope.from), envelope.deadline),
        );
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
    expect(encodeRequest(encodeEnvelope({ ...sample, body }, "a"), 5).endsWith(`\n${body}`)).toBe(true);
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
    const written = encodeRequest(encodeEnvelope(wrong as Envelope, "a"), deadline as number);
    expect(decodeFrames(written)).toEqual([{ kind: "unreadable", id: sample.id, from: sample.from }]);
  });

  test("without a body is unreadable", () => {
    expect(decodeFrames('Q5 {"id":"1","from":"a"}')).toEqual([{ kind: "unreadable", id: "1", from: "a" }]);
  });
});

describe("a batch", () => {
  const requests = ["{}", '{"a":"é\u{1f980}"}\n', "B1\nx"].map((body, at) =>
    encodeRequest(encodeEnvelope({ ...sample, id: String(at), body }, "a"), 5),
  );

  test("is read as the requests that it was made of, in their order", () => {
    const frames = decodeFrames(encodeBatch(requests));
    expect(frames).toEqual(requests.flatMap(decodeFrames));
    expect(frames.map((frame) => frame.kind === "request" && frame.envelope.id)).toEqual(["0", "1", "2"]);
  });

  test("of one is that one", () => {
    expect(encodeBatch(requests.slice(1, 2))).toBe(requests[1]);
  });

  test("that is not as long as it says, or holds another, is nothing", () => {
    const batch = encodeBatch(requests);
    for (const written of [
      batch.slice(0, -1),
      `${batch}x`,
      batch.replace(",", ",,"),
      "B",
      "B\n",
      "B-1\n",
      "B1e9\nQ",
    ]) {
      expect(decodeFrames(written)).toEqual([]);
    }
    expect(decodeFrames(encodeBatch([batch, batch]))).toEqual([]);
  });
});

describe("a hello, and answers", () => {
  test("are read as they were written", () => {
    const hello = { id: "1", from: "a" };
    expect(decodeFrames(encodeHello(hello))).toEqual([{ kind: "hello", hello }]);
    const answers = [
      { id: "1", status: "rejected", reason: "not-json" },
      { id: "2", status: "accepted" },
    ] as const;
    const read = decodeFrames(encodeAnswers("a", 1.5, answers));
    expect(read).toEqual([{ kind: "answers", from: "a", clock: 1.5, answers }]);
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
    'A{"from":"a","clock":1}',
    'A{"from":"a","clock":"1","answers":[]}',
    'A{"from":"a","clock":1,"answers":[["1"]]}',
    'A{"from":"a","clock":1,"answers":[["1",2]]}',
    'A{"from":"a","clock":1,"answers":[["1","accepted","",""]]}',
    'A{"from":1,"clock":1,"answers":[["1","accepted"]]}',
    'X{"id":"1","from":"a"}',
    "hello",
  ])("is ignored: %j", (written) => {
    expect(decodeFrames(written)).toEqual([]);
  });
});

describe("toDelivery", () => {
  const answer = { id: "1" };
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
