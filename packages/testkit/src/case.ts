import { describe } from "vitest";
import type { RequirementId } from "./requirements.ts";
import { verifies } from "./verifies.ts";

/**
 * One test of a shared suite, before anything is registered: a suite is data, so that the testkit's own
 * tests can run it against broken subjects and see it fail.
 */
export interface Case<Context> {
  readonly ids: RequirementId | readonly RequirementId[];
  readonly title: string;
  readonly run: (context: Context) => Promise<void>;
  /** Where the behaviour itself takes time, in ms. */
  readonly timeoutMs?: number;
}

/** Opens what a case runs against, runs it, and lets go of it whatever happened. */
export type Fixture<Context> = (run: (context: Context) => Promise<void>) => Promise<void>;

const TIMEOUT_MS = 15_000;

/** Registers the cases of a suite as tests. */
export function registerSuite<Context>(
  name: string,
  cases: readonly Case<Context>[],
  fixture: Fixture<Context>,
): void {
  describe(name, () => {
    for (const { ids, title, run, timeoutMs } of cases) {
      verifies(ids, title, () => fixture(run), timeoutMs ?? TIMEOUT_MS);
    }
  });
}
