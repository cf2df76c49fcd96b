// A node in a process of its own: started by NodeProcess, asked over the channel to its parent.
//
//     node node-main.js '{"kind":"bus","carrier":"redis","url":"redis://127.0.0.1:6379"}'

import { randomBytes } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { MessageBus } from "@mcp-sse/sse-server";
import { connectCarrier } from "./connect-carrier.ts";
import { flood, trips } from "./deliveries.ts";
import { createListener } from "./listeners.ts";
import { type NodeQuestion, type NodeSetup, type Ready, SECRET } from "./words.ts";

const setup = JSON.parse(process.argv[2] ?? "{}") as NodeSetup;
const node = randomBytes(9).toString("base64url");
const bus =
  setup.kind === "mcp-handler" || setup.carrier === undefined || setup.url === undefined
    ? undefined
    : await connectCarrier(setup.carrier, setup.url);

if (setup.kind === "bus") {
  const secret = setup.isSealed ? SECRET : undefined;
  await bus?.start(node, async () => ({ status: "accepted" }), { secret });
}
const port = setup.kind === "bus" ? 0 : await listen(createListener(setup, bus));
while (bus !== undefined && bus.health !== "up") await new Promise((resolve) => setTimeout(resolve, 5));

process.on("message", (question: NodeQuestion) => void reply(question));
process.on("disconnect", () => process.exit());
process.send?.({ node, port } satisfies Ready);

async function reply(question: NodeQuestion): Promise<void> {
  process.send?.({ id: question.id, ...(await outcomeOf(question)) });
}

async function outcomeOf(question: NodeQuestion): Promise<object> {
  try {
    return { answer: await answerTo(question) };
  } catch (error) {
    return { failure: String(error) };
  }
}

function answerTo(question: NodeQuestion): unknown {
  switch (question.ask) {
    case "cpu": {
      const { user, system } = process.cpuUsage();
      return user + system;
    }
    case "trips":
      return trips(startedBus(), node, question.given.owner, question.given.count);
    case "flood":
      return flood(startedBus(), node, question.given);
  }
}

function startedBus(): MessageBus {
  if (bus === undefined) throw new Error("this node has no bus");
  return bus;
}

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  // Idle sockets of the load client must outlive a long round of other nodes.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
