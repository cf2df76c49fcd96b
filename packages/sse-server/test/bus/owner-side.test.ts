import { envelopeTo } from "@mcp-sse/testkit";
import { describe, expect, test, vi } from "vitest";
import { BusClock } from "../../src/bus/bus-clock.ts";
import { decodeFrames } from "../../src/bus/frame.ts";
import { OwnerSide } from "../../src/bus/owner-side.ts";
import type { Delivery, Envelope } from "../../src/message-bus.ts";

function setUp(inbox: (envelope: Envelope) => Promise<Delivery>) {
  const send = vi.fn<(node: string, id: string, text: string) => void>();
  const clock = new BusClock();
  const owner = new OwnerSide({ clock, node: () => "owner", maxTextBytes: () => 1024 * 1024, send });
  owner.open(inbox);
  const said = (): unknown[] => send.mock.calls.map(([node, , text]) => [node, ...decodeFrames(text)]);
  return { owner, send, said };
}

describe("OwnerSide", () => {
  test("says in one text what became of all that came from a node in one turn", async () => {
    const { owner, send, said } = setUp(async () => ({ status: "accepted" }));
    const [first, second, late, other] = [
      envelopeTo("owner", { from: "a" }),
      envelopeTo("owner", { from: "a" }),
      envelopeTo("owner", { from: "a", deadline: Date.now() - 1 }),
      envelopeTo("owner", { from: "b" }),
    ];
    for (const envelope of [first, second, late, other]) void owner.receive(envelope);
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    const clock = expect.closeTo(Date.now(), -3);
    expect(said()).toEqual([
      [
        "a",
        {
          kind: "answers",
          from: "owner",
          clock,
          answers: [
            // Nobody had to be asked for it.
            { id: late.id, status: "late" },
            { id: first.id, status: "accepted" },
            { id: second.id, status: "accepted" },
          ],
        },
      ],
      ["b", { kind: "answers", from: "owner", clock, answers: [{ id: other.id, status: "accepted" }] }],
    ]);
  });

  test("says nothing for an inbox that rejects", async () => {
    const { owner, send } = setUp(() => Promise.reject(new Error("broken")));
    await owner.receive(envelopeTo("owner"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(send).not.toHaveBeenCalled();
  });

  test("answers at once when it stops", async () => {
    const { owner, send } = setUp(async () => ({ status: "accepted" }));
    owner.answer({ id: "1", from: "a" }, { status: "here" });
    owner.stopping();
    expect(send).toHaveBeenCalledOnce();
    owner.answer({ id: "2", from: "a" }, { status: "here" });
    expect(send).toHaveBeenCalledTimes(2);
  });
});
