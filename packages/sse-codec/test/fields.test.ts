import { describe, expect, test } from "vitest";
import type { ServerSentEvent } from "../src/event.ts";
import { Fields } from "../src/fields.ts";
import { resolveScanOptions, type ScanOptions } from "../src/limits.ts";

function open(options: ScanOptions = {}): { fields: Fields; events: ServerSentEvent[] } {
  const events: ServerSentEvent[] = [];
  return { fields: new Fields((event) => events.push(event), resolveScanOptions(options)), events };
}

describe("Fields", () => {
  test("dispatches what it was given since the last dispatch, and then is empty", () => {
    const { fields, events } = open();
    fields.add(1);
    fields.event("e");
    fields.data("a");
    fields.data("b");
    fields.id("1");
    fields.retry("10");
    fields.dispatch();
    fields.dispatch();
    fields.add(1);
    fields.data("");
    fields.dispatch();
    expect(events).toEqual([{ event: "e", data: "a\nb", id: "1", retry: 10 }, { data: "" }]);
    expect(fields.lastEventId).toBe("1");
  });

  test("joins values that bring the LF of their line, and others, alike", () => {
    const { fields, events } = open();
    for (const values of [
      ["a\n", "b\n"],
      ["a\n", "b"],
      ["a", "b\n"],
      ["a", "b"],
    ]) {
      for (const value of values) fields.data(value, value.endsWith("\n"));
      fields.dispatch();
    }
    fields.data("\n", true);
    fields.dispatch();
    fields.data("a");
    fields.dispatch();
    expect(events.map(({ data }) => data)).toEqual(["a\nb", "a\nb", "a\nb", "a\nb", "", "a"]);
  });

  test("emits an event at once, with what came before its data", () => {
    const { fields, events } = open();
    fields.event("e");
    fields.retry("3");
    fields.emit("a");
    fields.id("");
    fields.emit("b");
    fields.retry("4");
    fields.id("1");
    fields.emit("c");
    fields.emit("d");
    fields.data("");
    expect(events).toEqual([
      { event: "e", data: "a", retry: 3 },
      { data: "b", id: "" },
      { data: "c", id: "1", retry: 4 },
      { data: "d" },
    ]);
    for (const event of events) expect(Object.values(event)).not.toContain(undefined);
  });

  test("has room for the lines of one event, and counts those that are kept", () => {
    const { fields } = open({ maxEventBytes: 10 });
    fields.add(4);
    fields.pass(10);
    expect(fields.room).toBe(6);
    fields.add(6);
    expect(() => fields.add(1)).toThrow(expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }));
    fields.dispatch();
    expect(fields.room).toBe(10);
    expect(() => fields.pass(11)).toThrow(expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }));
  });

  test("forgets an event that is reset, and keeps the last event ID", () => {
    const { fields, events } = open({ lastEventId: "0" });
    fields.add(1);
    fields.id("1");
    fields.data("x");
    fields.reset();
    fields.dispatch();
    expect([events, fields.lastEventId]).toEqual([[], "0"]);
  });

  test("is empty already when a callback is called", () => {
    const seen: ServerSentEvent[] = [];
    const fields = new Fields((event) => {
      seen.push(event);
      fields.dispatch();
    }, resolveScanOptions({}));
    fields.add(1);
    fields.data("x");
    fields.dispatch();
    expect(seen).toHaveLength(1);
  });
});
