import { expect, test, vi } from "vitest";
import { createPortPair } from "../../src/node/cluster-bus-ports.ts";

test("createPortPair carries messages both ways in a later turn, until it is disconnected", async () => {
  const [near, far] = createPortPair();
  const [atNear, atFar, ended] = [vi.fn(), vi.fn(), vi.fn()];
  near.on("message", atNear);
  far.on("message", atFar);
  far.on("disconnect", ended);
  near.send?.("there");
  far.send?.("back");
  expect(atFar).not.toHaveBeenCalled();
  await vi.waitFor(() => expect([atFar.mock.calls, atNear.mock.calls]).toEqual([[["there"]], [["back"]]]));
  near.disconnect();
  expect([near.connected, ended.mock.calls.length]).toEqual([false, 1]);
  const sent = vi.fn();
  near.send?.("lost", sent);
  await vi.waitFor(() => expect(sent).toHaveBeenCalled());
  expect(atFar).toHaveBeenCalledOnce();
});
