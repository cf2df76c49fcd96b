import https from "node:https";
import { verifies } from "@mcp-sse/testkit";
import { CERTIFICATE, KEY } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectSse } from "../../src/connect.ts";
import { branches } from "../peer/branches.ts";
import { block } from "../peer/events.ts";
import { openStream } from "../peer/server.ts";

async function serveTls(): Promise<{ url: string; posted: () => number }> {
  let posts = 0;
  const server = https.createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    request.resume();
    if (request.method === "POST") {
      posts++;
      response.writeHead(202).end();
      return;
    }
    openStream(response);
    response.write(block("endpoint", "/message"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://localhost:${(server.address() as { port: number }).port}/sse`, posted: () => posts };
}

describe.each(branches)("TLS over $name", ({ options }) => {
  test("to a server that nobody vouches for is refused, with the reason as the cause", async () => {
    const { url } = await serveTls();
    await expect(connectSse(url, options)).rejects.toMatchObject({
      code: "ERR_SSE_NETWORK",
      message: "could not connect (DEPTH_ZERO_SELF_SIGNED_CERT)",
      cause: expect.any(Error),
    });
  });
});

describe("TLS with an agent", () => {
  verifies("client.post.fetch", "that knows the authority carries GET and POSTs", async () => {
    const { url, posted } = await serveTls();
    const agent = new https.Agent({ keepAlive: true, ca: CERTIFICATE });
    onTestFinished(() => agent.destroy());
    const connection = await connectSse(url, { agent });
    onTestFinished(() => connection.close());
    for (let id = 0; id < 3; id++) await connection.write({ jsonrpc: "2.0", id, method: "ping" });
    expect(posted()).toBe(3);
  });
});
