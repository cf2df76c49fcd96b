// Rows under a header, in columns as wide as they need to be.

import type { Style } from "./style.ts";

/** Lays rows out; each ends with a line break. */
export function table(header: readonly string[], rows: readonly (readonly string[])[], style: Style): string {
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === cells.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd();
  return [style.dim(line(header)), ...rows.map(line)].map((each) => `${each}\n`).join("");
}
