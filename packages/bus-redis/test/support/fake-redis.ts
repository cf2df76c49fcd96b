// Both clients on a server in memory, with a connection that the test breaks.

import { EventEmitter } from "node:events";
import type { IoredisClient, NodeRedisClient } from "../../src/redis-client.ts";

type Subscriber = (text: string) => void;

/** Who listens, by channel: the server. */
export type FakeServer = Map<string, Set<Subscriber>>;

function deliver(server: FakeServer, channel: string, text: string): number {
  const subscribers = [...(server.get(channel) ?? [])];
  for (const subscriber of subscribers) queueMicrotask(() => subscriber(text));
  return subscribers.length;
}

function add(server: FakeServer, channel: string, subscriber: Subscriber): void {
  server.set(channel, (server.get(channel) ?? new Set()).add(subscriber));
}

export type FakeIoredis = IoredisClient & EventEmitter & { status: string; readonly calls: string[] };

export function fakeIoredis(server: FakeServer): FakeIoredis {
  const emitter = new EventEmitter();
  const calls: string[] = [];
  const subscribers = new Map<string, Subscriber>();
  const publish =
    (name: string) =>
    async (channel: string, text: string): Promise<number> => {
      calls.push(name);
      return deliver(server, channel, text);
    };
  const subscribe = (name: string, event: string) => async (channel: string) => {
    calls.push(name);
    const subscriber = subscribers.get(channel) ?? ((text) => void emitter.emit(event, channel, text));
    subscribers.set(channel, subscriber);
    add(server, channel, subscriber);
  };
  const unsubscribe = (name: string) => async (channel: string) => {
    calls.push(name);
    const subscriber = subscribers.get(channel);
    if (subscriber !== undefined) server.get(channel)?.delete(subscriber);
  };
  return Object.assign(emitter, {
    status: "ready",
    calls,
    publish: publish("publish"),
    spublish: publish("spublish"),
    subscribe: subscribe("subscribe", "message"),
    ssubscribe: subscribe("ssubscribe", "smessage"),
    unsubscribe: unsubscribe("unsubscribe"),
    sunsubscribe: unsubscribe("sunsubscribe"),
  });
}

export type FakeNodeRedis = NodeRedisClient &
  EventEmitter & { isOpen: boolean; isReady: boolean; readonly calls: string[] };

export function fakeNodeRedis(server: FakeServer): FakeNodeRedis {
  const calls: string[] = [];
  const publish =
    (name: string) =>
    async (channel: string, text: string): Promise<number> => {
      calls.push(name);
      return deliver(server, channel, text);
    };
  const subscribe = (name: string) => async (channel: string, listener: (text: string) => unknown) => {
    calls.push(name);
    add(server, channel, listener as Subscriber);
  };
  const unsubscribe = (name: string) => async (channel: string, listener: (text: string) => unknown) => {
    calls.push(name);
    server.get(channel)?.delete(listener as Subscriber);
  };
  const client = Object.assign(new EventEmitter(), {
    isOpen: false,
    isReady: false,
    calls,
    async connect() {
      calls.push("connect");
      client.isOpen = true;
      client.isReady = true;
      client.emit("ready");
    },
    publish: publish("publish"),
    sPublish: publish("sPublish"),
    subscribe: subscribe("subscribe"),
    sSubscribe: subscribe("sSubscribe"),
    unsubscribe: unsubscribe("unsubscribe"),
    sUnsubscribe: unsubscribe("sUnsubscribe"),
  });
  return client;
}
