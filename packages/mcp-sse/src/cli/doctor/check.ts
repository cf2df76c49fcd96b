// What a check is, and what comes of it.

import type { ClientSettings } from "../client/settings.ts";

/** `ok`; `warn`: works, and could hurt; `fail`: does not work, or is dangerous; `info`: no judgement; `skip`: not looked at. */
export type Verdict = "ok" | "warn" | "fail" | "info" | "skip";

/** One line of the table. */
export interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  /** What was seen. */
  readonly evidence: string;
  /** What to do about it. */
  readonly fix?: string;
}

/** What the checks are given. */
export interface Patient {
  readonly settings: ClientSettings;
  /** How long to watch an idle stream, in ms; 0 for not at all. */
  readonly idleMs: number;
  /** Sessions that the misrouting check opens. */
  readonly sessions: number;
}

/** As it should be. */
export function ok(check: string, evidence: string): Finding {
  return { check, verdict: "ok", evidence };
}

/** It works, and could hurt. */
export function warn(check: string, evidence: string, fix: string): Finding {
  return { check, verdict: "warn", evidence, fix };
}

/** It does not work, or is dangerous. */
export function fail(check: string, evidence: string, fix: string): Finding {
  return { check, verdict: "fail", evidence, fix };
}

/** Seen, and not judged. */
export function info(check: string, evidence: string): Finding {
  return { check, verdict: "info", evidence };
}

/** Not looked at. */
export function skip(check: string, evidence: string): Finding {
  return { check, verdict: "skip", evidence };
}
