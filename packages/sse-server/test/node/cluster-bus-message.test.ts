import { describe, expect, test, vi } from "vitest";
import { readMessage, sendTo } from "../../src/node/cluster-bus-message.ts";

const port = { on: vi.fn(), off: vi.fn() };

describe("sendTo", () => {
  test("marks a message as ours", () => {
    const send = vi.fn();
    sendTo({ ...port, send }, { kind: "open", node: "a" });
    expect(readMessage(send.mock.calls[0]?.[0])).toMatchObject({ kind: "open", node: "a" });
  });

  test("says that it is over with what cannot be sent", () => {
    const sent = vi.fn();
    const send = vi.fn(() => {
      throw new Error("channel closed");
    });
    sendTo({ ...port, send }, { kind: "open", node: "a" }, sent);
    sendTo({ ...port, send, connected: false }, { kind: "open", node: "a" }, sent);
    sendTo(port, { kind: "open", node: "a" }, sent);
    expect([sent.mock.calls.length, send.mock.calls.length]).toEqual([3, 1]);
  });
});

describe("readMessage", () => {
  test.each([undefined, null, "text", {}, { kind: "open" }, { "mcp-sse.bus": 1 }])(
    "takes nothing of an application: %j",
    (value) => {
      expect(readMessage(value)).toBeUndefined();
    },
  );
});
