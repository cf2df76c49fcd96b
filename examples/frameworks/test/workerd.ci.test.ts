// workerd, as Cloudflare runs it: in a Durable Object, and why not without.

import { staysPending } from "@mcp-sse/testkit";
import { connectRaw } from "@mcp-sse/testkit/node";
import { expect, onTestFinished, test } from "vitest";
import { frameworkSuite } from "./support/framework-suite.ts";
import { serveWorker } from "./support/miniflare.ts";

frameworkSuite({
  name: "a Durable Object",
  overFetch: true,
  noticesAtWrite: true,
  serve: () => serveWorker("../../src/durable-object.ts", "/api/tools/sse"),
});

test("a Worker without a Durable Object answers 202 and loses the event", async () => {
  const served = await serveWorker("plain-worker.ts", "/sse");
  onTestFinished(() => served.close());
  const connection = await connectRaw(served.url);
  onTestFinished(() => connection.destroy());
  connection.send({ target: "/sse" });
  const stream = await connection.stream();
  const endpoint = (await stream.next())?.data ?? "";
  const poster = await connectRaw(served.url);
  onTestFinished(() => poster.destroy());
  poster.send({
    method: "POST",
    target: endpoint,
    headers: [["content-type", "application/json"]],
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  });
  const event = stream.next();
  event.catch(() => undefined);
  expect((await poster.response()).status).toBe(202);
  // In a Durable Object the suite has it within milliseconds.
  expect(await staysPending(event, 1_000)).toBe(true);
});
