import { describe, expect, test } from "vitest";
import { noteUnusual, usual, usualEventLine, usualEventLineIn } from "../../src/node/usual-start.ts";

const encoder = new TextEncoder();

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

describe.each([
  ["byte by byte", usualEventLine],
  [
    "by four bytes",
    (chunk: Uint8Array, at: number) =>
      usualEventLineIn(new DataView(chunk.buffer, chunk.byteOffset, chunk.length), at),
  ],
])("the line of the usual event type, %s", (_, measure) => {
  test.each(["a", "ab", "abc", "abcd", "message", "事件", "x".repeat(64)])(
    "is told by each of its bytes: %s",
    (event) => {
      learn(event);
      const line = `event: ${event}\n`;
      const size = encoder.encode(line).length;
      for (const before of ["", ">", "événement\n"]) {
        const at = encoder.encode(before).length;
        const chunk = encoder.encode(`${before}${line}data: x`);
        expect(measure(chunk, at)).toBe(size);
        // The whole of it must be there.
        expect(measure(chunk.subarray(0, at + size), at)).toBe(size);
        expect(measure(chunk.subarray(0, at + size - 1), at)).toBe(0);
        for (let index = at + 1; index < at + size; index++) {
          const other = chunk.slice();
          other[index] = 0x2e;
          expect(measure(other, at)).toBe(0);
        }
      }
    },
  );
});
