import { expect, test } from "vitest";
import { createWireLog } from "../../../src/node/check/wire-log.ts";

test("a log shows requests and answers, and hides what it is told to", () => {
  const wire = createWireLog();
  wire.hide("top secret", "{secret}");
  wire.hide("abcdef", "{session}");
  wire.sent({
    method: "POST",
    target: "/messages?sessionId=abcdef",
    headers: [["Authorization", "top secret"]],
    body: "{\u0000}\u2028",
  });
  wire.came(
    {
      status: 404,
      headers: [
        ["Content-Type", "text/plain"],
        ["Date", "today"],
      ],
      header: () => undefined,
      text: "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain",
    },
    "abcdef?",
  );
  expect(wire.lines).toEqual([
    "> POST /messages?sessionId={session} HTTP/1.1",
    "> Authorization: {secret}",
    "> {\\u0000}\\u2028",
    "< HTTP/1.1 404 Not Found",
    "< content-type: text/plain",
    "< {session}?",
  ]);
  expect(wire.redact("at abcdef")).toBe("at {session}");
});

test("a log is bounded, in lines and in what is of one", () => {
  const wire = createWireLog();
  for (let n = 0; n < 100; n++) wire.note("x".repeat(10_000));
  expect(wire.lines.length).toBeLessThan(30);
  expect(wire.lines[0]).toBe("...");
  expect(wire.lines.at(-1)?.length).toBeLessThan(200);
});
