import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test, vi } from "vitest";
import { OutgoingRequests } from "../../src/bus/outgoing-requests.ts";
import { type Pending, PendingDeliveries } from "../../src/bus/pending.ts";

function setUp(): {
  requests: OutgoingRequests;
  send: ReturnType<typeof vi.fn>;
  add(id: string): Pending;
} {
  const send = vi.fn();
  const requests = new OutgoingRequests(() => 1024 * 1024, send);
  const pendings = new PendingDeliveries();
  const add = (id: string): Pending => {
    const parts = { owner: "a", id, text: id, deadline: 0 };
    const pending = pendings.add(parts, 10_000, undefined, (_delivery, it) => requests.leave(it));
    requests.add(pending, `Q${id}`);
    return pending;
  };
  return { requests, send, add };
}

describe("OutgoingRequests", () => {
  test("send what comes in one turn as one text, and know what it carried", async () => {
    const { requests, send, add } = setUp();
    const [first, second] = [add("1"), add("2")];
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
    const [owner, id, text] = send.mock.calls[0] ?? [];
    expect([owner, text]).toEqual(["a", "B2,2\nQ1Q2"]);
    expect(requests.of(id)).toEqual([first, second]);
    expect(requests.of("another")).toEqual([]);
    first.settle({ status: "accepted" });
    expect(requests.of(id)).toEqual([second]);
    expect(requests.size).toBe(1);
    second.settle({ status: "accepted" });
  });

  verifies(
    "bus.deliver.bounded",
    "remember each no longer than it waits, whatever left with it",
    async () => {
      const { requests, send, add } = setUp();
      const [first, second] = [add("1"), add("2")];
      await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
      expect(requests.size).toBe(2);
      // Sent again: its first text is no longer its own.
      requests.add(first, "Q1");
      await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
      expect(requests.size).toBe(2);
      expect(requests.of(send.mock.calls[0]?.[1])).toEqual([second]);
      second.settle({ status: "accepted" });
      expect(requests.size).toBe(1);
      first.settle({ status: "accepted" });
      expect(requests.size).toBe(0);
    },
  );

  test("send nothing of what is settled before they leave", async () => {
    const { requests, send, add } = setUp();
    add("1").settle({ status: "timeout" });
    const last = add("2");
    await vi.waitFor(() => expect(send.mock.calls.map(([, , text]) => text)).toEqual(["Q2"]));
    last.settle({ status: "accepted" });
    add("3").settle({ status: "timeout" });
    await new Promise((resolve) => setImmediate(resolve));
    expect([send.mock.calls.length, requests.size]).toEqual([1, 0]);
  });
});
