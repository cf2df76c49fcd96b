import { describe, expect, test, vi } from "vitest";
import type { CarrierEvents } from "../../src/bus/carrier.ts";
import { ClusterCarrier } from "../../src/node/cluster-bus-carrier.ts";
import { createPortPair } from "../../src/node/cluster-bus-ports.ts";
import { ClusterRelay } from "../../src/node/cluster-bus-relay.ts";

const spies = () =>
  ({
    text: vi.fn<CarrierEvents["text"]>(),
    nobody: vi.fn<CarrierEvents["nobody"]>(),
    overloaded: vi.fn<CarrierEvents["overloaded"]>(),
    gone: vi.fn<CarrierEvents["gone"]>(),
    up: vi.fn<CarrierEvents["up"]>(),
    down: vi.fn<CarrierEvents["down"]>(),
  }) satisfies CarrierEvents;

describe("ClusterCarrier", () => {
  test("is up when the primary has confirmed its inbox, and down for good when the primary is gone", async () => {
    const [port, primary] = createPortPair();
    const events = spies();
    const carrier = new ClusterCarrier(port);
    const opening = carrier.open("a", events);
    expect(events.up).not.toHaveBeenCalled();
    new ClusterRelay().add(primary);
    await opening;
    expect(events.up).toHaveBeenCalledOnce();
    await carrier.request("a", "1", "to itself");
    await vi.waitFor(() => expect(events.text).toHaveBeenCalledWith("to itself"));
    port.disconnect();
    expect(events.down).toHaveBeenCalledOnce();
    await carrier.request("a", "2", "lost");
    await carrier.close();
  });

  test("leaves no listener on the channel", async () => {
    const [port, primary] = createPortPair();
    const off = vi.spyOn(port, "off");
    new ClusterRelay().add(primary);
    const carrier = new ClusterCarrier(port);
    await carrier.open("a", spies());
    await carrier.close();
    expect(off.mock.calls.map(([event]) => event)).toEqual(["message", "disconnect"]);
  });
});
