// A report as a person reads it.

import { linkOf } from "../../../requirements/requirement.ts";
import { requirements } from "../../../requirements.ts";
import type { CheckReport, CheckResult } from "../report.ts";

const WORD = { pass: "pass", fail: "FAIL", "not run": "not run" } as const;

/** One line per check, what was seen under each that failed, and the counts. */
export function textOf({ results, passed, failed, notRun }: CheckReport): string {
  const lines = results.flatMap(linesOf);
  const unseen = notRun === 0 ? "" : `, ${notRun} not run`;
  return [...lines, `${passed} passed, ${failed} failed${unseen}`].join("\n");
}

function linesOf(result: CheckResult): string[] {
  const { outcome, level, name, title, found, evidence = [] } = result;
  const line = `${WORD[outcome].padEnd(8)}${level.padEnd(7)}${name.padEnd(26)}${title}`;
  if (outcome === "pass") return [line];
  const because = `        ${found ?? ""}`;
  if (outcome === "not run") return [line, because];
  return [line, because, ...sourcesOf(result), ...evidence.map((seen) => `          ${seen}`)];
}

/** The sentences that were broken, with their links. */
function sourcesOf({ requirements: ids, level }: CheckResult): string[] {
  return ids.flatMap((id) => {
    const { source, quote } = requirements[id];
    const link = linkOf(source);
    if (link === undefined) return level === "ours" ? [`        ours, ${id}: ${quote}`] : [];
    return [`        ${id}: "${quote}"`, `        ${link}`];
  });
}
