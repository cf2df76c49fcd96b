import { afterEach, describe, expect, test, vi } from "vitest";
import type { ServerSentEvent } from "../src/event.ts";
import { Fields } from "../src/fields.ts";
import { HeldBytes } from "../src/held-bytes.ts";
import { resolveScanOptions } from "../src/limits.ts";

const chunk = Uint8Array.from({ length: 200_000 }, (_, at) => 0x21 + (at % 90));
const latin1 = new TextDecoder("latin1");

/** Appends `data:` and the ranges to a line, and compares what is interpreted of it. */
function expectLine(held: HeldBytes, ranges: readonly (readonly [start: number, end: number])[]): void {
  const events: ServerSentEvent[] = [];
  const fields = new Fields((event) => events.push(event), resolveScanOptions({}));
  const name = new TextEncoder().encode("data:");
  held.append(name, 0, name.length);
  let data = "";
  for (const [start, end] of ranges) {
    // A copy, as a chunk from a socket is.
    const own = chunk.slice(start, end);
    held.append(own, 0, own.length);
    data += latin1.decode(own);
    expect(held.length).toBe(name.length + data.length);
  }
  held.interpret(fields);
  // Nothing is held any more, which is not a blank line.
  held.interpret(fields);
  expect(events).toEqual([]);
  fields.dispatch();
  expect(held.length).toBe(0);
  expect(events.length === 1 && events[0]?.data === data).toBe(true);
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("HeldBytes", () => {
  test.each([
    [
      "small pieces",
      [
        [0, 1],
        [1, 2],
        [5, 20],
        [20, 36],
        [7, 7],
        [0, 300],
      ],
    ],
    [
      "a large piece first",
      [
        [0, 5000],
        [5000, 5001],
        [0, 70_000],
        [0, 4095],
      ],
    ],
    [
      "large pieces",
      [
        [0, 20],
        [0, 5000],
        [5000, 10_000],
        [0, 20],
        [0, 20_000],
        [0, 0],
      ],
    ],
    ["many small pieces", Array.from({ length: 90 }, (_, at) => [at, at + 1460] as const)],
  ] as const)("joins %s in order, line after line", (_what, ranges) => {
    const held = new HeldBytes();
    expectLine(held, ranges);
    expectLine(held, ranges);
    expectLine(held, [[0, 30]]);
  });

  test("knows the field by its head, before and after a large piece", () => {
    for (const cut of [1, 4, 5]) {
      const line = new Uint8Array(10_000).fill(0x78);
      line.set(new TextEncoder().encode("data:"));
      const fields = new Fields(() => {}, resolveScanOptions({ maxEventBytes: 10_000 }));
      fields.add(1);
      const held = new HeldBytes();
      held.append(line, 0, cut);
      held.append(line, cut, 9000);
      held.append(line, 9000, 9999);
      expect(() => held.check(fields)).not.toThrow();
      held.append(line, 9999, 10_000);
      expect(() => held.check(fields)).toThrow(expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }));
    }
  });

  test("takes memory for its first short line, and gives back that of a long one", () => {
    const taken: number[] = [];
    vi.stubGlobal(
      "Uint8Array",
      new Proxy(Uint8Array, {
        construct(target, args) {
          taken.push(args[0]);
          return Reflect.construct(target, args);
        },
      }),
    );
    const held = new HeldBytes();
    const interpret = (size: number) => {
      taken.length = 0;
      for (let at = 0; at < size; at++) held.append(chunk, at, at + 1);
      held.interpret(new Fields(() => {}, resolveScanOptions({})));
      return [...taken];
    };
    expect(interpret(100)).toEqual([256]);
    expect(interpret(256)).toEqual([]);
    expect(interpret(4096)).toEqual([512, 1024, 2048, 4096]);
    expect(interpret(4096)).toEqual([]);
    expect(interpret(4097)).toEqual([8192]);
    expect(interpret(1)).toEqual([256]);
  });

  test("holds nothing once released", () => {
    const held = new HeldBytes();
    held.append(chunk, 0, 200_000);
    held.append(chunk, 0, 200_000);
    held.release();
    expect(held.length).toBe(0);
    expectLine(held, [[0, 30]]);
  });
});
