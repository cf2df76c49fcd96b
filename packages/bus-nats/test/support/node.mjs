// One node on NATS, in a process of its own. Its second argument is `127.0.0.1:PORT`.

import { natsBus } from "@mcp-sse/bus-nats";
import { createSseHandler } from "@mcp-sse/sse-server";
import { toNodeListener } from "@mcp-sse/sse-server/node";
import { serveBusNode } from "@mcp-sse/testkit/node";
import { connect } from "@nats-io/transport-node";

const connection = await connect({
  servers: process.argv[3],
  maxReconnectAttempts: -1,
  reconnectTimeWait: 100,
  reconnectJitter: 50,
});

/** What the bus subscribes to, so that it can be made deaf behind its back. */
const subscriptions = [];
const watched = new Proxy(connection, {
  get(target, name) {
    if (name === "subscribe") {
      return (...args) => {
        const subscription = target.subscribe(...args);
        subscriptions.push(subscription);
        return subscription;
      };
    }
    const value = target[name];
    return typeof value === "function" ? value.bind(target) : value;
  },
});

await serveBusNode({
  createSseHandler,
  toNodeListener,
  createBus: async () => natsBus({ connection: watched }),
  deafen: () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
  },
});
