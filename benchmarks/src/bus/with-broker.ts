import { type Broker, startBroker } from "@mcp-sse/example-scale-out/broker";
import { NodeProcess } from "./node-process.ts";
import type { Carrier, NodeSetup } from "./words.ts";

/** A broker, and the nodes that were started for it. */
export interface Bench {
  readonly broker: Broker;
  start(setup: NodeSetup): Promise<NodeProcess>;
}

/** Runs some work beside a broker; ends the broker, and every node. */
export async function withBroker(carrier: Carrier, work: (bench: Bench) => Promise<void>): Promise<void> {
  const broker = await startBroker(carrier);
  const nodes: NodeProcess[] = [];
  try {
    await work({
      broker,
      async start(setup) {
        const node = await NodeProcess.start(setup);
        nodes.push(node);
        return node;
      },
    });
  } finally {
    for (const node of nodes) node.stop();
    await broker.close();
  }
}
