import { type BusFailureSuite, busFailureSuite, startRedis } from "@mcp-sse/testkit/node";
import { Redis } from "ioredis";

/** Cuts off a subscriber for whom more than 1 MiB waits. */
const SMALL = ["--client-output-buffer-limit", "pubsub 1mb 1mb 1"];

const suite: BusFailureSuite = {
  name: "redisBus over ioredis",
  program: new URL("support/node.mjs", import.meta.url),
  startBroker: (isSmall) => startRedis(...(isSmall ? SMALL : [])),
  urlOf: (port) => `redis://127.0.0.1:${port}`,
  async tap(port, node) {
    const [listening, writing] = [new Redis({ port }), new Redis({ port })];
    const texts: string[] = [];
    listening.on("message", (_channel, text) => texts.push(text));
    await listening.subscribe(`mcp-sse:${node}`);
    return {
      texts,
      async put(text) {
        await writing.publish(`mcp-sse:${node}`, text);
      },
      close() {
        listening.disconnect();
        writing.disconnect();
      },
    };
  },
  tooLargeBytes: 5 * 1024 * 1024,
};

busFailureSuite(suite);

// What depends on the client: how it loses its connection, and comes back.
busFailureSuite({
  ...suite,
  name: "redisBus over redis",
  cases:
    /broker is killed|broker that was stopped|cut off an owner|made their inbox deaf|restarted one after/,
  urlOf: (port) => `redis://127.0.0.1:${port}?client=redis`,
});
