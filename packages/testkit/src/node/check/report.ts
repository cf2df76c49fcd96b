// What a check says about a server, in words and as data.

import type { Requirement } from "../../requirements/requirement.ts";
import { type RequirementId, requirements } from "../../requirements.ts";

/** Who asks for it: a specification with MUST or SHOULD, or only this project. */
export type CheckLevel = "must" | "should" | "ours";

/** How a check ended. */
export type CheckOutcome = "pass" | "fail" | "not run";

/** What came of one check. */
export interface CheckResult {
  /** Its stable name, as `endpoint.first`. */
  readonly name: string;
  /** What it looks for: finishes a sentence whose subject is the server. */
  readonly title: string;
  readonly level: CheckLevel;
  readonly requirements: readonly RequirementId[];
  readonly outcome: CheckOutcome;
  /** Of a failure what was found, of what was not run why; the same in every run. */
  readonly found?: string;
  /** Of a failure the lines of the wire, session IDs and the values of headers taken out. */
  readonly evidence?: readonly string[];
}

/** What came of all of them. */
export interface CheckReport {
  readonly results: readonly CheckResult[];
  readonly passed: number;
  readonly failed: number;
  readonly notRun: number;
}

const LEVELS: readonly CheckLevel[] = ["must", "should", "ours"];

/** The strictest level of what a check is bound to. */
export function levelOf(ids: readonly RequirementId[]): CheckLevel {
  const levels = ids.map((id) => askedBy(requirements[id]));
  return LEVELS.find((level) => levels.includes(level)) ?? "ours";
}

/** Whether a level is asked for by who only wants those down to `least`. */
export function isAtLeast(level: CheckLevel, least: CheckLevel): boolean {
  return LEVELS.indexOf(level) <= LEVELS.indexOf(least);
}

/** Counts results. */
export function reportOf(results: readonly CheckResult[]): CheckReport {
  const count = (outcome: CheckOutcome): number =>
    results.filter((result) => result.outcome === outcome).length;
  return { results, passed: count("pass"), failed: count("fail"), notRun: count("not run") };
}

function askedBy({ source, level }: Requirement): CheckLevel {
  if (source === "mcp-sse") return "ours";
  return level === "must" ? "must" : "should";
}
