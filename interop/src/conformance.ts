// docs/conformance.md: what each server did with each check, as the run that wrote it saw it.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckReport, CheckResult } from "@mcp-sse/testkit/check";

const page = join(import.meta.dirname, "../../docs/conformance.md");
const EVIDENCE_LINES = 6;

/** What is known of a server, or why nothing is. */
export interface Checked {
  readonly name: string;
  readonly report: CheckReport | { readonly absent: string };
  /** Failures that are as they should be, and why. */
  readonly byDesign?: Readonly<Record<string, string>>;
  /** Checks that come out one way in one run and the other in another, and why: a race is no result. */
  readonly varies?: Readonly<Record<string, string>>;
}

/** A part of the page: a table, or what one server did; each stands between markers of its name. */
type Parts = Map<string, string>;

/**
 * Writes the page where what was measured is not what it says.
 *
 * @returns the names of the parts that were different. What was not run is left as it was written last.
 */
export function writeConformance(name: string, checked: readonly Checked[]): string[] {
  const parts: Parts = new Map();
  const text = readFileSync(page, "utf8");
  for (const server of checked) {
    if (!("absent" in server.report)) parts.set(`${name}: ${server.name}`, sectionOf(server, server.report));
    else if (partOf(text, `${name}: ${server.name}`) === undefined) {
      parts.set(`${name}: ${server.name}`, `not run: ${server.report.absent}`);
    }
  }
  let next = text;
  const changed: string[] = [];
  for (const [part, content] of parts) {
    const before = partOf(next, part);
    if (before === undefined) throw new Error(`docs/conformance.md has no markers for ${part}`);
    if (judged(before) === judged(content)) continue;
    changed.push(part);
    next = replaced(next, part, content);
  }
  const table = tableOf(
    name,
    checked.map(({ name: server }) => [server, partOf(next, `${name}: ${server}`) ?? ""]),
  );
  if (partOf(next, `${name} table`) !== table) {
    changed.push(`${name} table`);
    next = replaced(next, `${name} table`, table);
  }
  if (next !== text) writeFileSync(page, next);
  return changed;
}

function sectionOf({ byDesign = {}, varies = {} }: Checked, report: CheckReport): string {
  const results = report.results.map((result): CheckResult => {
    const race = varies[result.name];
    return race === undefined ? result : { ...result, outcome: "not run", found: `passes or fails: ${race}` };
  });
  const count = (wanted: CheckResult["outcome"]): number =>
    results.filter(({ outcome }) => outcome === wanted).length;
  const counts = `${count("pass")} passed, ${count("fail")} failed, ${count("not run")} not run.`;
  const lines = results.flatMap((result) => linesOf(result, byDesign[result.name]));
  return lines.length === 0 ? counts : `${counts}\n\n${lines.join("\n")}`;
}

function linesOf({ name, level, outcome, found, title, evidence = [] }: CheckResult, why?: string): string[] {
  if (outcome === "pass") return [];
  if (outcome === "not run") return [`- not run (${level}) \`${name}\`: ${found ?? ""}`];
  const because = why === undefined ? "" : ` By design: ${why}.`;
  const line = `- **fails** (${level}) \`${name}\`, ${title}: ${found ?? ""}.${because}`;
  const wire = evidence.slice(-EVIDENCE_LINES).map((seen) => `  ${seen}`.trimEnd());
  return [line, "", "  ```text", ...wire, "  ```", ""];
}

/** The table of all, taken from the page itself: what was not run now is told as it was then. */
function tableOf(name: string, sections: readonly (readonly [server: string, section: string])[]): string {
  const levels = ["must", "should", "ours"] as const;
  const rows = sections.map(([server, section]) => {
    const counts = /^(\d+) passed, (\d+) failed, (\d+) not run/.exec(section);
    if (counts === null) return `| ${server} | ${section.split("\n")[0] ?? ""} | | | |`;
    const [, passed = "", failed = "", notRun = ""] = counts;
    const all = Number(passed) + Number(failed) + Number(notRun);
    const failures = levels.map((level) => section.split(`- **fails** (${level})`).length - 1);
    const designed = section.split("By design:").length - 1;
    const ours = designed > 0 ? ` (${designed} of all by design)` : "";
    return `| ${server} | ${passed} of ${all} | ${failures.join(" | ")}${ours} | ${notRun} |`;
  });
  return [
    `| ${name} | passed | MUST broken | SHOULD broken | of ours | not run |`,
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ].join("\n");
}

/** What a part says without the lines of the wire, in which times and pieces may differ. */
function judged(part: string): string {
  return part.replaceAll(/^ *```text\n[\s\S]*?^ *```$/gm, "").trim();
}

function partOf(text: string, part: string): string | undefined {
  const [open, close] = markersOf(part);
  const from = text.indexOf(open);
  const to = text.indexOf(close);
  return from < 0 || to < 0 ? undefined : text.slice(from + open.length, to).trim();
}

function replaced(text: string, part: string, content: string): string {
  const [open, close] = markersOf(part);
  const from = text.indexOf(open) + open.length;
  return `${text.slice(0, from)}\n\n${content.trim()}\n\n${text.slice(text.indexOf(close))}`;
}

const markersOf = (part: string): [string, string] => [`<!-- ${part} -->`, `<!-- /${part} -->`];
