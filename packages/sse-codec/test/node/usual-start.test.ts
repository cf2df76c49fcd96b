import { describe, expect, test } from "vitest";
import { noteUnusual, usual } from "../../src/node/usual-start.ts";

function note(event: string, times: number): void {
  for (let count = 0; count < times; count++) noteUnusual(event);
}

/** Until it is learned: other tests may have run in this process. */
function learn(event: string): void {
  while (usual.event !== event) noteUnusual(event);
}

describe("the usual start of a block", () => {
  test("is that of an event type which comes again and again, and of the next one that does", () => {
    learn("endpoint");
    for (const event of ["message", "response.output_text.delta", "事件"]) {
      const before = { ...usual };
      note(event, 7);
      expect(usual).toEqual(before);
      note(event, 1);
      expect(usual).toEqual({ start: `event: ${event}\ndata: `, event });
    }
  });

  test("is not changed by itself, by the empty event type, or by a long one", () => {
    learn("message");
    const before = { ...usual };
    learn("endpoint");
    for (const event of ["message", "", "x".repeat(65)]) note(event, 20);
    expect(usual).toEqual(before);
    note("x".repeat(64), 8);
    expect(usual.event).toBe("x".repeat(64));
  });
});
