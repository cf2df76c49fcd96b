import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearMessages } from "../near-messages.ts";
import { check, timeoutOf } from "../random.ts";
import { sdkDifferences } from "./sdk-differences.ts";
import { explanations, isSame, ours, sdks, theirs } from "./sdk-readings.ts";

/** Compares `runs` generated texts with each SDK. */
export function sdkFuzzSuite(runs: number): void {
  describe.each(sdks)("decodeMessage and JSONRPCMessageSchema of the SDK %s", (_version, schema) => {
    test("differ in nothing else, on thousands of messages and near-messages", {
      timeout: timeoutOf(runs),
    }, () => {
      const seen = { same: 0, refused: 0, explained: new Set<string>() };
      check(
        fc.property(nearMessages, (text) => {
          const [message, other] = [ours(text), theirs(schema, text)];
          if (isSame(message, other)) {
            seen[message === undefined ? "refused" : "same"]++;
            return;
          }
          const ids = explanations(text, message, other);
          expect(ids, "the explanation of a difference").not.toEqual([]);
          for (const id of ids) seen.explained.add(id);
        }),
        runs,
      );
      // Else this would be a test of nothing.
      expect(seen.same).toBeGreaterThan(runs / 25);
      expect(seen.refused).toBeGreaterThan(runs / 25);
      expect([...seen.explained].sort()).toEqual(sdkDifferences.map(({ id }) => id).sort());
    });
  });
}
