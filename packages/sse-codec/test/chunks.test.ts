import { describe, expect, test } from "vitest";
import { Chunks } from "../src/chunks.ts";
import type { ServerSentEvent } from "../src/event.ts";
import { Fields } from "../src/fields.ts";
import { HeldBytes } from "../src/held-bytes.ts";
import { resolveScanOptions } from "../src/limits.ts";

describe("Chunks", () => {
  test("starts where it is told to, and joins a line over any number of chunks", () => {
    const events: ServerSentEvent[] = [];
    const fields = new Fields((event) => events.push(event), resolveScanOptions({}));
    const chunks = new Chunks(fields, new HeldBytes());
    const scan = (text: string, at = 0) =>
      chunks.scan(new TextEncoder().encode(text), undefined, at, text.length);
    scan("xxda", 2);
    scan("");
    scan("ta: a");
    scan("b\r");
    expect(events).toEqual([]);
    scan("\n");
    expect(events).toEqual([]);
    scan("\r");
    expect(events).toEqual([{ data: "ab" }]);
    scan("\ndata: c");
    chunks.held.interpret(fields);
    chunks.held.interpret(fields);
    fields.dispatch();
    expect(events).toEqual([{ data: "ab" }, { data: "c" }]);
  });
});
