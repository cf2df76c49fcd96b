import { messageBusSuite } from "@mcp-sse/testkit";
import { type Broker, startRedis } from "@mcp-sse/testkit/node";
import { afterAll, beforeAll } from "vitest";
import { redisBus } from "../src/redis-bus.ts";
import { CLIENTS } from "./support/clients.ts";

let redis: Broker;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.close());

for (const [name, connectClient] of Object.entries(CLIENTS)) {
  for (const sharded of [false, true]) {
    messageBusSuite({
      name: `redisBus over ${name}${sharded ? ", sharded" : ""}`,
      open() {
        const closing: (() => void)[] = [];
        return {
          async connect() {
            const [publisher, subscriber] = [
              await connectClient(redis.port),
              await connectClient(redis.port),
            ];
            closing.push(publisher.close, subscriber.close);
            return redisBus({ publisher: publisher.client, subscriber: subscriber.client, sharded });
          },
          dispose() {
            for (const close of closing) close();
          },
        };
      },
    });
  }
}
