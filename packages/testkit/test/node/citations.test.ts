import { describe, expect, test } from "vitest";
import { citationsIn } from "../../src/node/citations.ts";

const SOURCE = `
// verifies("sse.in-a-comment", and isn't a citation of C99)
/* nor is this one: verifies("sse.in-a-block") */
describe("x", () => {
  verifies("sse.one", "does one thing (C01)", () => {});
  verifies(
    ["sse.two", "sse.three"],
    \`does \${two} things: C02, C05\`,
    () => {},
  );
  for (const [id, title] of [["sse.four", "in a table"]] as const) verifies(id, title, () => {});
  connectionSuite({ name: "x" });
});
`;

describe("citationsIn", () => {
  const citations = citationsIn(SOURCE);

  test("finds the ids that verifies is called with", () => {
    expect(citations.verified).toEqual(["sse.one", "sse.two", "sse.three"]);
  });

  test("finds ids in tables of a file that binds requirements, and in no comment", () => {
    expect(citations.bound).toContain("sse.four");
    expect(citations.bound).not.toContain("sse.in-a-comment");
    expect(citations.bound).not.toContain("sse.in-a-block");
    expect(citationsIn('test("sse.four", () => {})').bound).toEqual([]);
  });

  test("finds the faults that titles cite", () => {
    expect(citations.bugs).toEqual(["C01", "C02", "C05"]);
  });

  test("finds the suites that a file runs", () => {
    expect(citations.suites).toEqual(["connectionSuite"]);
  });
});
