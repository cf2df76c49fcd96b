import { describe, expect, test, vi } from "vitest";
import { type BusMessage, type IpcPort, readMessage, sendTo } from "../../src/node/cluster-bus-message.ts";
import { createPortPair } from "../../src/node/cluster-bus-ports.ts";
import { ClusterRelay } from "../../src/node/cluster-bus-relay.ts";

function worker(relay: ClusterRelay): { port: ReturnType<typeof createPortPair>[0]; got: BusMessage[] } {
  const [port, primary] = createPortPair();
  const got: BusMessage[] = [];
  port.on("message", (value) => got.push(...[readMessage(value)].flatMap((message) => message ?? [])));
  relay.add(primary);
  return { port, got };
}

describe("ClusterRelay", () => {
  test("hands a text to the process that has the node, and says of a request that nobody has", async () => {
    const relay = new ClusterRelay();
    const [a, b] = [worker(relay), worker(relay)];
    sendTo(b.port, { kind: "open", node: "b" });
    await vi.waitFor(() => expect(b.got).toMatchObject([{ kind: "opened", node: "b" }]));
    sendTo(a.port, { kind: "text", node: "b", id: "1", text: "hello" });
    sendTo(a.port, { kind: "text", node: "c", id: "2", text: "hello" });
    sendTo(a.port, { kind: "text", node: "c", text: "an answer" });
    a.port.send?.({ of: "the application" });
    await vi.waitFor(() => expect(b.got[1]).toMatchObject({ kind: "text", node: "b", text: "hello" }));
    await vi.waitFor(() => expect(a.got).toMatchObject([{ kind: "nobody", id: "2" }]));
  });

  test("tells everybody of the nodes of a process that is gone, and nobody of one that closed its own", async () => {
    const relay = new ClusterRelay();
    const [a, b] = [worker(relay), worker(relay)];
    for (const node of ["b1", "b2"]) sendTo(b.port, { kind: "open", node });
    sendTo(a.port, { kind: "open", node: "a" });
    await vi.waitFor(() => expect([a.got.length, b.got.length]).toEqual([1, 2]));
    sendTo(a.port, { kind: "close", node: "b1" });
    sendTo(b.port, { kind: "close", node: "b1" });
    await vi.waitFor(() => expect(b.got[2]).toMatchObject({ kind: "closed", node: "b1" }));
    b.port.disconnect();
    await vi.waitFor(() => expect(a.got[2]).toMatchObject({ kind: "gone", node: "b2" }));
    expect(a.got.map(({ kind }) => kind)).toEqual(["opened", "closed", "gone"]);
  });

  test("keeps 16 Mi code units for a process that takes nothing, and no more", async () => {
    const relay = new ClusterRelay();
    const a = worker(relay);
    let taken: (() => void)[] = [];
    let onMessage: (value: unknown) => void = () => undefined;
    const frozen: IpcPort = {
      send: (_message, sent) => taken.push(() => sent?.(null)),
      on: (event, listener) => {
        if (event === "message") onMessage = listener;
      },
      off: () => undefined,
    };
    relay.add(frozen);
    onMessage({ "mcp-sse.bus": 1, kind: "open", node: "b" });
    const text = "x".repeat(8 * 1024 * 1024);
    for (const id of ["1", "2", "3", "4"]) sendTo(a.port, { kind: "text", node: "b", id, text });
    await vi.waitFor(() => expect(a.got).toMatchObject([{ kind: "overloaded", id: "4" }]));
    for (const take of taken.splice(0)) take();
    sendTo(a.port, { kind: "text", node: "b", id: "5", text });
    await vi.waitFor(() => expect(taken).toHaveLength(1));
    taken = [];
  });
});
