import { describe, expect, test } from "vitest";
import { linkOf } from "../src/requirements/requirement.ts";
import { requirements } from "../src/requirements.ts";

/** The table of behaviours: letter and number of rows. */
const ROWS = { W: 6, S: 16, H: 13, C: 8, K: 13, J: 10 };

describe("the requirements", () => {
  const rows = new Set(Object.values(requirements).map(({ row }) => row));

  test.each(
    Object.entries(ROWS).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
    ),
  )("cover row %s of the behaviour table", (row) => {
    expect(rows).toContain(row);
  });

  test("name no row that does not exist", () => {
    for (const row of rows) {
      if (row === undefined) continue;
      const count = ROWS[row.charAt(0) as keyof typeof ROWS];
      expect(Number(row.slice(1))).toSatisfy((number: number) => number >= 1 && number <= count);
    }
  });

  test("link to a section of a specification, or promise something of our own", () => {
    for (const [id, { source, quote }] of Object.entries(requirements)) {
      const link = linkOf(source);
      if (source === "mcp-sse") expect(link, id).toBeUndefined();
      else expect(new URL(link ?? "").hash, id).toMatch(/^#[a-z0-9._-]+$/);
      expect(quote, id).not.toBe("");
    }
  });

  test("have ids that a title can carry", () => {
    for (const id of Object.keys(requirements)) expect(id).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
  });
});
