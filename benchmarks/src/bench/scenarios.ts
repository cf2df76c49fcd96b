// Finds what `pnpm bench` is to run.

import type { Row } from "../record.ts";
import { codecScenarios } from "./codec-scenarios.ts";
import { endScenarios } from "./end-scenarios.ts";
import { loadScenarios } from "./load-scenarios.ts";
import type { Layout } from "./tables.ts";

/** A program that measures, and how its figures are shown. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  /** What is compared, and with what: stands above the table. */
  readonly about: string;
  /** In benchmarks/dist, with its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Arguments that each choose some of its rows. */
  readonly parts?: readonly string[];
  /** Fewer parts, for `--quick`; false: not run there. */
  readonly quick?: readonly string[] | false;
  /** The version of Node that runs it, if not the one at hand. */
  readonly node?: string;
  /** The unit that the chart shows; more is to the right. */
  readonly chart: string;
  readonly layout?: Layout;
  /** How long it takes on two cores that do nothing else, whole and quick. */
  readonly seconds: { readonly full: number; readonly quick: number };
  /** A run replaces the same figures only: what was measured at another size stays. */
  readonly isMerged?: boolean;
  /** Figures that take what several parts measured. */
  derive?(rows: readonly Row[]): Row[];
}

/** A scenario, and which of its parts; none is all. */
export interface Choice {
  readonly scenario: Scenario;
  readonly parts: readonly string[];
}

/** All of them, in the order of the README. */
export const scenarios: readonly Scenario[] = [...endScenarios, ...loadScenarios, ...codecScenarios];

/**
 * Those of these words, `name` or `name:part,part`; all without any.
 *
 * @throws `RangeError` for a name or a part that there is not.
 */
export function chosenScenarios(words: readonly string[], isQuick = false): readonly Choice[] {
  if (words.length === 0) {
    return scenarios
      .filter(({ quick }) => !(isQuick && quick === false))
      .map((scenario) => ({ scenario, parts: [] }));
  }
  return words.map((word) => {
    const [name, list] = word.split(":", 2);
    const scenario = scenarios.find((one) => one.name === name);
    if (scenario === undefined) {
      throw new RangeError(`no scenario ${name}: there are ${scenarios.map((one) => one.name).join(", ")}`);
    }
    const parts = list?.split(",") ?? [];
    const strange = parts.find((part) => scenario.parts?.includes(part) !== true);
    if (strange !== undefined) {
      throw new RangeError(`${name} has no part ${strange}: ${scenario.parts?.join(", ") ?? "it has none"}`);
    }
    return { scenario, parts };
  });
}

/** What there is, a line each. */
export function listOf(): string {
  const total = (of: "full" | "quick"): number =>
    scenarios.reduce(
      (sum, { seconds, quick }) => sum + (of === "quick" && quick === false ? 0 : seconds[of]),
      0,
    );
  return [
    ...scenarios.map(
      ({ name, seconds, quick, parts = [] }) =>
        `${name.padEnd(18)} ${String(seconds.full).padStart(4)} s, quick ${quick === false ? "not" : `${seconds.quick} s`}  ${parts.join(",")}`,
    ),
    `all: ${Math.ceil(total("full") / 60)} min, quick ${Math.ceil(total("quick") / 60)} min`,
  ].join("\n");
}
