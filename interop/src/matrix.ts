// What each pair did, as a table that a person reads.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Step } from "@mcp-sse/example-demo/conversation";

const page = join(import.meta.dirname, "../../docs/interop.md");

export interface Cells {
  /** The peer, with its version. */
  readonly peer: string;
  /** One per column. */
  readonly cells: readonly string[];
}

/** One cell: how many steps passed, and the reason for each that did not. */
export function cellOf(
  steps: readonly Pick<Step, "name" | "error">[],
  faults: Readonly<Record<string, string>>,
): string {
  const failed = steps.filter(({ error }) => error !== undefined).map(({ name }) => name);
  if (failed.length === 0) return steps.length === 1 ? "its one step" : `all ${steps.length} steps`;
  return `${steps.length - failed.length} of ${steps.length}; ${failed.map((name) => `${name}: ${faults[name] ?? "OURS"}`).join("; ")}`;
}

/**
 * What is not as it is listed: a step that fails and is no known fault of the peer, and a known fault that is not seen any
 * more. The second would keep an excuse that nobody needs.
 */
export function surprises(
  steps: readonly Pick<Step, "name" | "error">[],
  faults: Readonly<Record<string, string>>,
): readonly unknown[] {
  const unlisted = steps.filter(({ name, error }) => error !== undefined && faults[name] === undefined);
  const unseen = Object.keys(faults).filter(
    (fault) => !steps.some(({ name, error }) => name === fault && error !== undefined),
  );
  return [
    ...unlisted,
    ...unseen.map((name) => ({ name, error: "a fault that is listed, and not seen any more" })),
  ];
}

/** Puts a table between the page's markers of that name, if it changed. */
export function writeMatrix(name: string, columns: readonly string[], rows: readonly Cells[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const table = [
    line(columns),
    line(columns.map(() => "---")),
    ...rows.map(({ peer, cells }) => line([peer, ...cells])),
  ].join("\n");
  const text = readFileSync(page, "utf8");
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const marker = new RegExp(`${open}[\\s\\S]*?${close}`);
  if (!marker.test(text)) throw new Error(`docs/interop.md has no markers for ${name}`);
  const next = text.replace(marker, () => `${open}\n\n${table}\n\n${close}`);
  if (next !== text) writeFileSync(page, next);
}
