import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sdkDifferences } from "./sdk-differences.ts";

test("the agreed differences from the SDK's schema are the rows of SPEC.md, in order", () => {
  const spec = readFileSync(new URL("../../../../SPEC.md", import.meta.url), "utf8");
  const [, section = ""] = spec.split("### Messages, beside the official SDK's schema");
  const rows = (section.split("\n### ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
  // Without the head of the table.
  const cells = rows.slice(2).map((row) =>
    row
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, 4),
  );
  // What is accepted is kept, or kept without a member; a member that is dropped is no refusal.
  const read = (cell = ""): string => (cell === "refused" ? "refused" : "accepted");
  expect(cells.map(([, ours, sdk]) => [read(ours), read(sdk)])).toEqual(
    sdkDifferences.map(({ ours, sdk }) => [ours, sdk]),
  );
  expect(cells.map(([what = ""]) => what)).toEqual(sdkDifferences.map(({ what }) => what));
});
