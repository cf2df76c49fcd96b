import { describe, expect, test } from "vitest";
import { Party } from "../../../src/node/sweep/party.ts";
import type { TaggedMessage } from "../../../src/node/sweep/payload.ts";

function meet() {
  const clients = new Map<string, Party>();
  const hosts = new Map<string, Party>();
  for (const name of ["client 0", "client 1"]) clients.set(name, new Party(name, "up", hosts));
  for (const name of ["host 0", "host 1"]) hosts.set(name, new Party(name, "down", clients));
  const [client, other] = [...clients.values()] as [Party, Party];
  const [host] = [...hosts.values()] as [Party];
  const sent: TaggedMessage[] = [];
  const end = { send: async (message: TaggedMessage) => void sent.push(message), close: async () => {} };
  for (const party of [client, other, host]) party.take(end);
  return { client, other, host, sent };
}

describe("a party", () => {
  test("credits its sender with what it receives, and remembers whom it talks to", () => {
    const { client, host, sent } = meet();
    client.send(10, false);
    host.events.message(sent[0]);
    expect(client.ledger.counts).toEqual({ sent: 1, received: 1 });
    expect(host.peer).toBe("client 0");
    expect([...host.broken]).toEqual([]);
  });

  test("tells a message of somebody else's session", () => {
    const { client, other, host, sent } = meet();
    client.send(10, false);
    other.send(10, false);
    for (const message of sent) host.events.message(message);
    expect([...host.broken]).toEqual(["foreign"]);
  });

  test("tells a damaged message, and one of its own", () => {
    const { client, sent } = meet();
    client.send(10, false);
    client.events.message(sent[0]);
    expect([...client.broken]).toEqual(["damage"]);
  });

  test("keeps its ends and the texts of its errors, causes included", async () => {
    const { client } = meet();
    client.take({
      send: () => Promise.reject(new Error("outer", { cause: new Error("inner") })),
      close: async () => {},
    });
    client.send(10, true);
    client.events.ended("once");
    client.events.ended("twice");
    await new Promise(setImmediate);
    expect(client.ends).toEqual(["once", "twice"]);
    expect(client.over).toBe(true);
    expect(client.texts.join()).toMatch(/outer[\s\S]*inner/);
    await client.close();
  });
});
