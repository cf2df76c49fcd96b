// A program as a user would write it, over the built package: it must end without being told to.

import { createServer } from "node:http";
import { connectSse } from "@mcp-sse/sse-client";

let stream;
const server = createServer((request, response) => {
  request.resume();
  if (request.method === "POST") return response.writeHead(202).end("Accepted");
  if (request.url !== "/sse") return response.writeHead(404).end("no");
  stream = response.writeHead(200, { "content-type": "text/event-stream" });
  return stream.write("event: endpoint\ndata: /message\n\n");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
// Only the client's own handles may keep this process alive.
server.unref();
server.on("connection", (socket) => socket.unref());
const { port } = server.address();

const first = await connectSse(`http://127.0.0.1:${port}/sse`);
await Promise.all([1, 2, 3].map((id) => first.write({ jsonrpc: "2.0", id, method: "ping" })));
await first.close();
process.stdout.write(`closed ${(await first.closed).code}\n`);

await connectSse(`http://127.0.0.1:${port}/nowhere`).catch(({ code }) =>
  process.stdout.write(`failed ${code}\n`),
);

const second = await connectSse(`http://127.0.0.1:${port}/sse`, { idleTimeoutMs: 3_600_000 });
await second.write({ jsonrpc: "2.0", id: 1, method: "ping" });
stream.end();
process.stdout.write(`closed ${(await second.closed).code}\n`);
