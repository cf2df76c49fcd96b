import { describe, expect, test } from "vitest";
import { messagesIn, parseTranscript } from "../../src/transcript/parse.ts";

const TEXT = `Prose of
two lines.

-- client: GET /sse --
Accept: text/event-stream
-- server: 200 --
content-type: text/event-stream

event: endpoint
data: /sse?sessionId={session}

-- client: POST /sse?sessionId={session} --
content-type: application/json

{"a":1}
-- server: 400 --

no
-- stream --
: a comment

-- stream, in CRLF --
data: x

-- client: leaves --
-- server: ends --
`;

describe("parseTranscript", () => {
  test("reads prose, requests, answers, stream and ends", () => {
    expect(parseTranscript("x", TEXT)).toEqual({
      name: "x",
      prose: "Prose of\ntwo lines.",
      steps: [
        {
          kind: "request",
          method: "GET",
          target: "/sse",
          headers: [["accept", "text/event-stream"]],
          body: undefined,
        },
        { kind: "response", status: 200, headers: [["content-type", "text/event-stream"]], body: undefined },
        { kind: "stream", text: "event: endpoint\ndata: /sse?sessionId={session}\n\n" },
        {
          kind: "request",
          method: "POST",
          target: "/sse?sessionId={session}",
          headers: [["content-type", "application/json"]],
          body: '{"a":1}',
        },
        { kind: "response", status: 400, headers: [], body: "no" },
        { kind: "stream", text: ": a comment\n\n" },
        { kind: "stream", text: "data: x\r\n\r\n" },
        { kind: "end", by: "client" },
        { kind: "end", by: "server" },
      ],
    });
  });

  test.each([
    ["an unknown marker", "-- clients: GET / --\n"],
    ["no step at all", "only prose\n"],
  ])("refuses %s", (_what, text) => {
    expect(() => parseTranscript("x", text)).toThrow(SyntaxError);
  });
});

describe("messagesIn", () => {
  test("gives the data of message events and unnamed ones, joined, in any line ending", () => {
    expect(
      messagesIn(
        "event: endpoint\ndata: /x\n\nevent: message\ndata: a\ndata: b\n\ndata:c\r\n\r\n: no\n\nid: 1\n\n",
      ),
    ).toEqual(["a\nb", "c"]);
  });
});
