// The relay and its workers in one process; a real primary with real workers is in cluster-bus.ci.test.ts.

import { spawn } from "node:child_process";
import { messageBusSuite } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMessageBus } from "../../src/bus/create-message-bus.ts";
import { clusterBus } from "../../src/node/cluster-bus.ts";
import { ClusterCarrier } from "../../src/node/cluster-bus-carrier.ts";
import { createPortPair } from "../../src/node/cluster-bus-ports.ts";
import { ClusterRelay } from "../../src/node/cluster-bus-relay.ts";

messageBusSuite({
  name: "clusterBus in a primary",
  open: () => ({ connect: () => clusterBus({ primary: true }), dispose: () => undefined }),
});

messageBusSuite({
  name: "clusterBus in workers",
  open() {
    const relay = new ClusterRelay();
    return {
      connect() {
        const [worker, primary] = createPortPair();
        relay.add(primary);
        return createMessageBus(new ClusterCarrier(worker));
      },
      dispose: () => undefined,
    };
  },
});

describe("clusterBus", () => {
  test("relays in a primary only, and only for a child that has a channel", () => {
    const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    onTestFinished(() => void child.kill("SIGKILL"));
    expect(() => clusterBus({ primary: true }).relay(child)).toThrow(TypeError);
    expect(() => clusterBus({ primary: false }).relay(child)).toThrow(TypeError);
  });
});
