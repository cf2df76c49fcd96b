import { describe, expect, test } from "vitest";
import type { ServerSentEvent } from "../src/event.ts";
import { Fields } from "../src/fields.ts";
import { HeldText } from "../src/held-text.ts";
import { resolveScanOptions } from "../src/limits.ts";

function open(maxEventBytes?: number): { held: HeldText; fields: Fields; events: ServerSentEvent[] } {
  const events: ServerSentEvent[] = [];
  const fields = new Fields((event) => events.push(event), resolveScanOptions({ maxEventBytes }));
  return { held: new HeldText(), fields, events };
}

describe("HeldText", () => {
  test.each([1, 4095, 4096, 4097])("joins pieces of %i units in order, line after line", (size) => {
    const { held, fields, events } = open();
    for (const fill of ["a", "b"]) {
      held.append("data:");
      for (let turn = 0; turn < 5; turn++) held.append(fill.repeat(size));
      expect(held.length).toBe(5 + 5 * size);
      held.interpret(fields);
      held.interpret(fields);
      expect(held.length).toBe(0);
      fields.dispatch();
    }
    expect(events).toEqual([{ data: "a".repeat(5 * size) }, { data: "b".repeat(5 * size) }]);
  });

  test("knows the field by its head, however small the pieces", () => {
    const { held, fields } = open(20);
    fields.add(11);
    for (const piece of "event:xyz") held.append(piece);
    held.check(fields);
    held.append("!");
    expect(() => held.check(fields)).toThrow(expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }));
  });

  test("holds nothing once released", () => {
    const { held, fields, events } = open();
    held.append(`event:${"x".repeat(5000)}`);
    held.append("x");
    held.release();
    expect(held.length).toBe(0);
    held.append("data:y");
    held.interpret(fields);
    fields.dispatch();
    expect(events).toEqual([{ data: "y" }]);
  });
});
