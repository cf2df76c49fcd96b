import { describe, expect, test } from "vitest";
import { createEventScanner } from "../src/scanner.ts";
import { VECTORS } from "./vectors.ts";

describe("createEventScanner", () => {
  test.each(VECTORS.map((v) => [v.name, v] as const))(
    "reads the vector %s, at every cut",
    (_name, vector) => {
      const cuts = vector.bytes.length > 5000 ? [0, 7, 4000] : vector.bytes.keys();
      for (const cut of cuts) {
        const seen: unknown[] = [];
        let retry: number | null = null;
        const scanner = createEventScanner({
          onEvent: ({ event = "message", data }) =>
            seen.push({ type: event, data, lastEventId: scanner.lastEventId }),
          onRetry: (ms) => {
            retry = ms;
          },
        });
        scanner.push(vector.bytes.subarray(0, cut));
        scanner.push(new Uint8Array(0));
        scanner.push(vector.bytes.subarray(cut));
        scanner.end();
        expect(seen).toEqual(vector.events);
        expect(retry).toBe(vector.retry);
        expect(scanner.lastEventId).toBe(vector.lastEventId);
      }
    },
  );
});
