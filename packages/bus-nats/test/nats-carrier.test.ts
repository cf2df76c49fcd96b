import type { CarrierEvents } from "@mcp-sse/sse-server/bus";
import { describe, expect, test, vi } from "vitest";
import { NatsCarrier } from "../src/nats-carrier.ts";
import { type FakeServer, fakeNats } from "./support/fake-nats.ts";

const listen = () =>
  ({
    text: vi.fn<CarrierEvents["text"]>(),
    nobody: vi.fn<CarrierEvents["nobody"]>(),
    overloaded: vi.fn<CarrierEvents["overloaded"]>(),
    gone: vi.fn<CarrierEvents["gone"]>(),
    up: vi.fn<CarrierEvents["up"]>(),
    down: vi.fn<CarrierEvents["down"]>(),
  }) satisfies CarrierEvents;

describe("NatsCarrier", () => {
  test("hears its own subjects, and that nobody listens at another", async () => {
    const server: FakeServer = new Set();
    const carrier = new NatsCarrier(fakeNats(server), "p");
    const events = listen();
    await carrier.open("a", events);
    expect([...server].map(({ subject }) => subject)).toEqual(["p.inbox.a", "p.reply.a.>"]);
    await carrier.request("a", "1", "hello");
    carrier.reply("a", "hello.b", "an answer");
    await carrier.request("b", "hello.b", "hello");
    await vi.waitFor(() => expect(events.text.mock.calls).toEqual([["hello"], ["an answer"]]));
    expect(events.nobody.mock.calls).toEqual([["hello.b"]]);
  });

  test("carries what the server takes, or 1 MiB of one that has not said", () => {
    const sizes = [fakeNats(new Set(), 5_000), fakeNats(new Set())].map(
      (connection) => new NatsCarrier(connection, "p").maxTextBytes,
    );
    expect(sizes).toEqual([5_000, 1024 * 1024]);
  });

  test("sends nothing while the connection is lost, which would be kept for later", async () => {
    const connection = fakeNats(new Set());
    const carrier = new NatsCarrier(connection, "p");
    const events = listen();
    await carrier.open("a", events);
    connection.tell("disconnect");
    await vi.waitFor(() => expect(events.down).toHaveBeenCalledOnce());
    await carrier.request("a", "1", "hello");
    carrier.reply("a", "1", "an answer");
    expect(connection.published).toEqual([]);
    connection.tell("ping");
    connection.tell("reconnect");
    await vi.waitFor(() => expect(events.up).toHaveBeenCalledTimes(2));
    connection.end();
    await vi.waitFor(() => expect(events.down).toHaveBeenCalledTimes(2));
  });

  test("leaves no subscription to a connection that is lost, which would be made again with it", async () => {
    const server: FakeServer = new Set();
    const connection = fakeNats(server);
    const carrier = new NatsCarrier(connection, "p");
    const events = listen();
    await carrier.open("a", events);
    connection.tell("disconnect");
    await vi.waitFor(() => expect(events.down).toHaveBeenCalledOnce());
    await carrier.close();
    expect(server.size).toBe(0);
  });

  test("loses an answer that cannot be published, and throws at nobody", async () => {
    const connection = fakeNats(new Set());
    const carrier = new NatsCarrier(connection, "p");
    await carrier.open("a", listen());
    connection.publish = () => {
      throw new Error("draining");
    };
    carrier.reply("a", "1", "an answer");
    await expect(carrier.request("a", "1", "hello")).rejects.toThrow("draining");
  });

  test("opens its inbox anew without hearing anything twice, and closes it", async () => {
    const server: FakeServer = new Set();
    const carrier = new NatsCarrier(fakeNats(server), "p");
    const events = listen();
    await carrier.open("a", events);
    await carrier.open("a", events);
    await carrier.request("a", "1", "hello");
    await vi.waitFor(() => expect(events.text).toHaveBeenCalledOnce());
    await carrier.close();
    expect(server.size).toBe(0);
  });
});
