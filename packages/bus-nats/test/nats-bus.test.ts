import { envelopeTo } from "@mcp-sse/testkit";
import { expect, test } from "vitest";
import { natsBus } from "../src/nats-bus.ts";
import { type FakeServer, fakeNats } from "./support/fake-nats.ts";

test("natsBus delivers between two connections, up to what the server takes", async () => {
  const server: FakeServer = new Set();
  const [a, b] = [
    natsBus({ connection: fakeNats(server, 100_000) }),
    natsBus({ connection: fakeNats(server) }),
  ];
  await a.start("a", async () => ({ status: "accepted" }));
  await b.start("b", async () => ({ status: "forbidden" }));
  expect(await a.deliver("b", envelopeTo("b"))).toEqual({ status: "forbidden" });
  expect(await b.deliver("a", envelopeTo("a"))).toEqual({ status: "accepted" });
  expect(await a.deliver("c", envelopeTo("c"))).toEqual({ status: "owner-gone" });
  expect([a.maxBodyBytes, b.maxBodyBytes]).toEqual([100_000 - 32_768, 1024 * 1024 - 32_768]);
  await Promise.all([a.stop(), b.stop()]);
});
