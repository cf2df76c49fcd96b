// A primary with two workers of node:cluster that share one port. It says what became of a session's POSTs, which the
// system hands to either of them.

import cluster from "node:cluster";
import { createServer } from "node:http";
import { createSseHandler } from "@mcp-sse/sse-server";
import { clusterBus, toNodeListener } from "@mcp-sse/sse-server/node";

if (cluster.isPrimary) {
  clusterBus();
  const workers = [cluster.fork(), cluster.fork()];
  const [port] = await Promise.all(
    workers.map(
      (worker) =>
        new Promise((resolve) => {
          worker.on("message", (message) => {
            if (message.port !== undefined) resolve(message.port);
          });
        }),
    ),
  );
  const url = new URL(`http://127.0.0.1:${port}/sse`);
  const open = async () => {
    for (;;) {
      const response = await fetch(url);
      if (response.status !== 503) return response.body.pipeThrough(new TextDecoderStream()).getReader();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const events = await open();
  const [, endpoint] = /data: (.*)/.exec((await events.read()).value);
  const statuses = [];
  for (let id = 0; id < 20; id++) {
    const { status } = await fetch(new URL(endpoint, url), {
      method: "POST",
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }),
    });
    statuses.push(status);
  }
  let answers = "";
  while (!answers.includes('"id":19')) answers += (await events.read()).value;
  const carried = await Promise.all(
    workers.map(
      (worker) =>
        new Promise((resolve) => {
          worker.on("message", ({ delivers }) => {
            if (delivers !== undefined) resolve(delivers);
          });
          worker.send({ how: "many" });
        }),
    ),
  );
  process.stdout.write(JSON.stringify({ statuses, answers: answers.match(/"id":\d+/g)?.length, carried }));
  process.exit();
} else {
  const bus = clusterBus();
  let delivers = 0;
  const counted = {
    start: (...args) => bus.start(...args),
    stop: (...args) => bus.stop(...args),
    deliver(...args) {
      delivers++;
      return bus.deliver(...args);
    },
    get health() {
      return bus.health;
    },
    get maxBodyBytes() {
      return bus.maxBodyBytes;
    },
  };
  const handler = createSseHandler(
    async (session) => {
      for await (const { id } of session) await session.write({ jsonrpc: "2.0", id, result: {} });
    },
    { bus: counted, secret: "of all workers" },
  );
  process.on("message", ({ how }) => {
    if (how === "many") process.send({ delivers });
  });
  const server = createServer(toNodeListener(handler));
  server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
}
