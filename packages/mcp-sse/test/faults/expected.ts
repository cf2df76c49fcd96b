// What the official SDK's transports do not keep, as measured by the sweep. Ours keep all of it.

import type { TrialReport } from "@mcp-sse/testkit/node";

/** One property that one of the SDK's ends breaks. */
export interface KnownBreak {
  readonly who: "SDK client" | "SDK server";
  readonly property: TrialReport["broken"][number]["property"];
  /** The trials in which it does. */
  readonly under: RegExp;
  readonly because: string;
}

/**
 * Each row is seen in the long form, or is wrong: docs/faults.md counts how often, and expected.test.ts looks there. Whether the
 * short form meets it is chance.
 */
export const knownBreaks: readonly KnownBreak[] = [
  {
    who: "SDK client",
    property: "no end",
    under: /reset at response|half-close down|truncated|black hole|restart|silence|buffered/,
    because:
      "a stream that drops is told by onerror at most: its EventSource waits and opens another session",
  },
  {
    who: "SDK client",
    property: "loss",
    under: /buffered/,
    because: "it has no idle limit: a stream that is held back for ever looks like a quiet one",
  },
  {
    who: "SDK client",
    property: "hang",
    under: /silence|buffered|black hole/,
    because: "neither start nor send has a deadline",
  },
  {
    who: "SDK client",
    property: "order",
    under: /./,
    because: "each send is a request of its own: a notification passes the request before it",
  },
  {
    who: "SDK server",
    property: "early end",
    under: /idle cut/,
    because: "it writes no keep-alive comments, so whatever cuts silent connections cuts its streams",
  },
];

/** A row that was seen. */
export interface SeenBreak {
  readonly who: KnownBreak["who"];
  readonly property: KnownBreak["property"];
  readonly because: string;
  /** How often, and in which trial first. */
  readonly trials: number;
  readonly example: string;
}

/** What did not hold and is not in the table; and which rows were seen. */
export function compare(
  reports: readonly TrialReport[],
  who: KnownBreak["who"],
): { readonly unknown: string[]; readonly known: SeenBreak[] } {
  const rows = knownBreaks.filter((row) => row.who === who);
  const seen = new Map<KnownBreak, { trials: number; example: string }>();
  const unknown: string[] = [];
  for (const { trial, seed, broken } of reports) {
    for (const { property, detail } of broken) {
      const line = `${trial.name} (seed ${seed}): ${property}: ${detail}`;
      const row = rows.find((one) => one.property === property && one.under.test(trial.name));
      if (row === undefined) unknown.push(line);
      else
        seen.set(row, { trials: (seen.get(row)?.trials ?? 0) + 1, example: seen.get(row)?.example ?? line });
    }
  }
  const known = [...seen].map(([{ property, because }, { trials, example }]) => ({
    who,
    property,
    because,
    trials,
    example,
  }));
  return { unknown, known };
}
