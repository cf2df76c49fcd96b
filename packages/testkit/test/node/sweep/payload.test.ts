import { describe, expect, test } from "vitest";
import { PAYLOAD_MARK, tagged, tagOf } from "../../../src/node/sweep/payload.ts";

const tag = { direction: "up", session: "client 0", sequence: 7 } as const;

describe("a tagged message", () => {
  test("tells its tag after its way through JSON, as a request and as a notification", () => {
    for (const isRequest of [true, false]) {
      const message = tagged(tag, 100, isRequest);
      expect(tagOf(JSON.parse(JSON.stringify(message)))).toEqual(tag);
      expect("id" in message).toBe(isRequest);
      expect(JSON.stringify(message)).toContain(PAYLOAD_MARK);
    }
  });

  test.each(["direction", "session", "sequence", "text"])("tells nothing when its %s has changed", (name) => {
    const message = tagged(tag, 100, false);
    expect(tagOf({ ...message, params: { ...message.params, [name]: "other" } })).toBeUndefined();
  });

  test("is told from what was never sent", () => {
    for (const other of [{}, { params: null }, { params: { text: "x" } }])
      expect(tagOf(other)).toBeUndefined();
  });
});
