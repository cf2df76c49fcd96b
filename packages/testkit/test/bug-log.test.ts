import { describe, expect, test } from "vitest";
import { bugLog, COVERED_AREAS } from "../src/bug-log.ts";

/** The letter of an id says what it is about; H is HTTP here, and X security. */
const AREAS = {
  C: "codec",
  J: "json-rpc",
  S: "server",
  H: "http",
  X: "security",
  K: "client",
  B: "bridge",
} as const;

describe("the log of faults", () => {
  test("has an id of its area's letter and a title for each", () => {
    for (const [id, { area, title }] of Object.entries(bugLog)) {
      expect(id).toMatch(/^[A-Z]\d\d$/);
      expect(AREAS[id.charAt(0) as keyof typeof AREAS], id).toBe(area);
      expect(title, id).toMatch(/^\S.*[^.\s]$/);
    }
  });

  test("has entries in every area that must be covered", () => {
    const areas = Object.values(bugLog).map(({ area }) => area);
    for (const area of COVERED_AREAS) expect(areas).toContain(area);
  });
});
