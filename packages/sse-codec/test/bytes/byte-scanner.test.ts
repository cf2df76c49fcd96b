import { describe, expect, test } from "vitest";
import { createByteScanner } from "../../src/bytes/byte-scanner.ts";
import type { ServerSentEvent } from "../../src/event.ts";
import { createEventScanner } from "../../src/scanner.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("a byte scanner", () => {
  test("gives the events of a scanner with guards, at every cut", () => {
    const stream = bytes(
      "\uFEFFevent: endpoint\r\ndata: /m\r\n\r\n: beat\n\nid: 7\nretry: 9\ndata: é\ndata: 中😀\n\ndata: half",
    );
    const expected: ServerSentEvent[] = [];
    createEventScanner({ onEvent: (event) => expected.push(event) }).push(stream);
    expect(expected).toHaveLength(2);
    for (let cut = 0; cut <= stream.length; cut++) {
      const events: ServerSentEvent[] = [];
      const scan = createByteScanner((event) => events.push(event), 1_000);
      scan.push(stream.subarray(0, cut));
      scan.push(stream.subarray(cut));
      expect(events).toEqual(expected);
    }
  });

  test("throws past its limit, and what its callback throws", () => {
    const scan = createByteScanner(() => {}, 8);
    scan.push(bytes("data: 12\n\n"));
    expect(() => scan.push(bytes("data: 123\n\n"))).toThrow(
      expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }),
    );
    const failure = new Error("enough");
    const failing = createByteScanner(() => {
      throw failure;
    }, 8);
    expect(() => failing.push(bytes("data: 1\n\n"))).toThrow(failure);
  });
});
