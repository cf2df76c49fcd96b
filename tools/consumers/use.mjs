// What somebody who installed the packages does with them: a server, a client, a request and its answer.

import { createServer } from "node:http";
import { connectSse } from "@mcp-sse/sse-client";
import { createSseHandler } from "@mcp-sse/sse-server";
import { toNodeListener } from "@mcp-sse/sse-server/node";

const handler = createSseHandler(async (session) => {
  for await (const message of session)
    if ("method" in message && "id" in message)
      await session.write({ jsonrpc: "2.0", id: message.id, result: { echo: message.method } });
});
const server = createServer(toNodeListener(handler));
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const address = server.address();
if (address === null || typeof address === "string") throw new Error("no port");

const connection = await connectSse(`http://127.0.0.1:${address.port}/sse`);
await connection.write({ jsonrpc: "2.0", id: 1, method: "ping" });
const answer = await connection.read();
await connection.close();
await handler.close();
server.close();
if (JSON.stringify(answer) !== '{"jsonrpc":"2.0","id":1,"result":{"echo":"ping"}}')
  throw new Error("the answer is another than the one expected");
