import { test } from "vitest";
import { type RequirementId, requirements } from "./requirements.ts";

/**
 * Registers a test that proves requirements. Its title carries their ids in brackets.
 *
 * @param ids - what the test proves; the coverage test fails for a requirement that nobody cites.
 * @param title - finishes a sentence whose subject is the surrounding `describe`.
 * @param timeout - ms; vitest's default when absent.
 * @throws `RangeError` for an id that is not in the table.
 */
export function verifies(
  ids: RequirementId | readonly RequirementId[],
  title: string,
  run: () => void | Promise<void>,
  timeout?: number,
): void {
  test(titleOf(ids, title), run, timeout);
}

/** The title of a test that proves requirements, for suites that register tests by other means. */
export function titleOf(ids: RequirementId | readonly RequirementId[], title: string): string {
  const cited: readonly RequirementId[] = typeof ids === "string" ? [ids] : ids;
  if (cited.length === 0) throw new RangeError("a test that verifies nothing cites nothing");
  for (const id of cited) {
    if (!Object.hasOwn(requirements, id)) throw new RangeError(`no requirement has the id ${id}`);
  }
  return `${title} [${cited.join(", ")}]`;
}
