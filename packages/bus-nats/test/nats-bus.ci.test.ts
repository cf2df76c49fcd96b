import { messageBusSuite } from "@mcp-sse/testkit";
import { type Broker, startNats } from "@mcp-sse/testkit/node";
import { connect } from "@nats-io/transport-node";
import { afterAll, beforeAll } from "vitest";
import { natsBus } from "../src/nats-bus.ts";

let nats: Broker;
beforeAll(async () => {
  nats = await startNats();
});
afterAll(() => nats.close());

messageBusSuite({
  name: "natsBus",
  open() {
    const closing: (() => Promise<void>)[] = [];
    return {
      async connect() {
        const connection = await connect({ servers: `127.0.0.1:${nats.port}` });
        closing.push(() => connection.close());
        return natsBus({ connection });
      },
      async dispose() {
        for (const close of closing) await close();
      },
    };
  },
});
