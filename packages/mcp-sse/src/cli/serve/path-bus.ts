// The servers of one file share a broker, a secret and nothing else: a session is of the path at which it was opened,
// on every instance.

import type { Inbox, MessageBus } from "@mcp-sse/sse-server";
import { pathOf } from "./path-of.ts";

/** Makes of a bus one whose node has no sessions for POSTs to other paths. */
export function pathBus(bus: MessageBus, path: string): MessageBus {
  return {
    get health() {
      return bus.health;
    },
    get maxBodyBytes() {
      return bus.maxBodyBytes;
    },
    start(node, inbox, options) {
      const ofPath: Inbox = async (envelope) =>
        pathOf(envelope.target) === path ? inbox(envelope) : { status: "unknown-session" };
      return bus.start(node, ofPath, options);
    },
    deliver: (owner, envelope, signal) => bus.deliver(owner, envelope, signal),
    stop: (options) => bus.stop(options),
  };
}
