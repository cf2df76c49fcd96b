// A message bus that is there at once, and carries as soon as its connection has come: the command listens meanwhile.

import type { MessageBus } from "@mcp-sse/sse-server";

/** Makes a bus of one that comes later: `down` until then. */
export function whenConnected(coming: Promise<MessageBus>): MessageBus {
  let bus: MessageBus | undefined;
  let stopped = false;
  const arrived = coming.then((it) => {
    bus = it;
    return it;
  });
  // Whoever starts it is told.
  arrived.catch(() => undefined);
  return {
    get health() {
      return bus?.health ?? "down";
    },
    get maxBodyBytes() {
      // What comes too early is told so, whatever its length.
      return bus?.maxBodyBytes ?? Infinity;
    },
    async start(node, inbox, options) {
      const connected = await arrived;
      if (stopped) throw new Error("the bus was stopped before it was connected");
      await connected.start(node, inbox, options);
    },
    deliver: async (owner, envelope, signal) =>
      (await bus?.deliver(owner, envelope, signal)) ?? { status: "bus-down" },
    async stop(options) {
      stopped = true;
      await bus?.stop(options);
    },
  };
}
