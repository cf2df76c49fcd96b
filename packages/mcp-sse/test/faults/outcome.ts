// What came of a form, as data for the page that shows it.

import { appendFileSync } from "node:fs";
import type { SweepReport } from "@mcp-sse/testkit/node";
import type { SeenBreak } from "./expected.ts";
import type { SweepForm } from "./forms.ts";
import { outcomeFile, part, seed } from "./seed.ts";

/** One form, or a part of one. */
export interface SweepOutcome {
  readonly form: string;
  readonly seed: number;
  readonly part: { readonly index: number; readonly of: number };
  readonly trials: number;
  readonly sent: number;
  readonly delivered: number;
  /** Trials in which something did not hold that nobody had written down. */
  readonly broken: number;
  /** What the SDK's end broke, a row of the table each, with the first trial that showed it. */
  readonly known: readonly SeenBreak[];
}

/** Appends a line to the file that the runner named. */
export function keepOutcome(
  { name, who }: SweepForm,
  { reports, complaints, left }: SweepReport,
  known: readonly SeenBreak[],
): void {
  if (outcomeFile === undefined) return;
  const total = (of: "sent" | "delivered"): number => reports.reduce((sum, one) => sum + one[of], 0);
  const seen = known.reduce((sum, { trials }) => sum + trials, 0);
  const claims = reports.reduce((sum, { broken }) => sum + broken.length, 0);
  const outcome: SweepOutcome = {
    form: name,
    seed,
    part,
    trials: reports.length,
    sent: total("sent"),
    delivered: total("delivered"),
    broken: claims - seen + complaints.length + (who === undefined ? left : 0),
    known,
  };
  appendFileSync(outcomeFile, `${JSON.stringify(outcome)}\n`);
}
