// The table of what the SDK's ends break, held to the sweep that docs/faults.md tells of.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { knownBreaks } from "./expected.ts";

const page = readFileSync(new URL("../../../../docs/faults.md", import.meta.url), "utf8");

/** Its rows, without the trial that showed each first. */
function rowsSeen(): string[] {
  const [, table = ""] = /<!-- sdk -->\n([\s\S]*?)<!-- \/sdk -->/.exec(page) ?? [];
  return table
    .trim()
    .split("\n")
    .slice(2)
    .map((line) => {
      const [who, property, because, times] = line.replace(/^\| /, "").split(" | ");
      return Number(times?.replaceAll(" ", "")) > 0 ? `${who}: ${property}: ${because}` : line;
    });
}

test("the long sweep saw every row of the table, and no other", () => {
  const rows = knownBreaks.map(({ who, property, because }) => `${who}: ${property}: ${because}`);
  expect(rowsSeen().toSorted()).toEqual(rows.toSorted());
});
