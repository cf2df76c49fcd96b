// Bun.serve, in Bun.

import { within } from "@mcp-sse/testkit";
import { connectRaw } from "@mcp-sse/testkit/node";
import { expect, onTestFinished, test } from "vitest";
import { serveBun } from "./runtime/child.ts";
import { frameworkSuite } from "./support/framework-suite.ts";

frameworkSuite({ name: "Bun.serve", overFetch: true, serve: () => serveBun() });

test("H10: Bun.serve keeps a stream that is silent for longer than the 10 s it gives by default", async () => {
  const served = await serveBun("12000");
  onTestFinished(() => served.close());
  const connection = await connectRaw(served.url);
  onTestFinished(() => connection.destroy());
  connection.send({ target: served.url.pathname });
  const stream = await connection.stream();
  expect((await stream.next())?.event).toBe("endpoint");
  void stream.next(60_000).catch(() => undefined);
  const comment = async (): Promise<void> => {
    while (stream.comments.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await within(
    Promise.race([comment(), connection.ended.then(() => Promise.reject(new Error("it was cut")))]),
    "a comment",
    20_000,
  );
});
