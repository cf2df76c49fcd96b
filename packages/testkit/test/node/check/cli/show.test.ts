import { expect, test } from "vitest";
import { textOf } from "../../../../src/node/check/cli/show.ts";
import { reportOf } from "../../../../src/node/check/report.ts";

test("a report is a line per check, and what was seen under what failed", () => {
  const text = textOf(
    reportOf([
      {
        name: "a.b",
        title: "does it",
        level: "must",
        requirements: ["session.endpoint.first"],
        outcome: "pass",
      },
      {
        name: "c",
        title: "does that",
        level: "must",
        requirements: ["session.endpoint.first"],
        outcome: "fail",
        found: "it did not",
        evidence: ["> GET /sse HTTP/1.1"],
      },
      {
        name: "d",
        title: "does",
        level: "ours",
        requirements: ["http.status.404"],
        outcome: "not run",
        found: "why",
      },
    ]),
  );
  expect(text.split("\n")).toEqual([
    "pass    must   a.b                       does it",
    "FAIL    must   c                         does that",
    "        it did not",
    expect.stringMatching(/^ {8}session\.endpoint\.first: "When a client connects, the server MUST/),
    "        https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse",
    "          > GET /sse HTTP/1.1",
    "not run ours   d                         does",
    "        why",
    "1 passed, 1 failed, 1 not run",
  ]);
});
