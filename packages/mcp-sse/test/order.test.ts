// The order in which a server gets what the SDK sends through our client transport.

import type { ServerResponse } from "node:http";
import { until } from "@mcp-sse/testkit";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Connectable, SdkTransport } from "../src/sdk-transport.ts";
import { SSEClientTransport } from "../src/sse-client-transport.ts";
import { accept, servePeer } from "./peer.ts";
import { createClient, type Version, versions } from "./sdk.ts";
import { notification, request } from "./support.ts";

interface Arrived {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly requestId?: number };
}

/** Whether something comes while nothing is answered: long enough for what is not held back. */
const comes = (condition: () => boolean): Promise<boolean> =>
  until(condition, "it", 150).then(
    () => true,
    () => false,
  );

/** A server that holds the answer to each POST which `holds` asks to hold. */
async function serveHolding(holds: (message: Arrived) => boolean) {
  const arrived: Arrived[] = [];
  const held = new Map<Arrived, ServerResponse>();
  const peer = await servePeer({
    post({ body }, response) {
      const message: Arrived = JSON.parse(body);
      arrived.push(message);
      if (holds(message)) held.set(message, response);
      else accept(undefined, response);
    },
  });
  const methods = (): string[] => arrived.map(({ method }) => method);
  /** Answers what is held; a request gets its result on the stream before, as from a handler that has ended. */
  const release = (result: (message: Arrived) => unknown = () => ({})): void => {
    for (const [message, response] of held) {
      if (message.id !== undefined) peer.emit({ jsonrpc: "2.0", id: message.id, result: result(message) });
      accept(undefined, response);
    }
    held.clear();
  };
  return { ...peer, arrived, methods, held, release };
}

const CONTENT = { content: [{ type: "text", text: "late" }] };

const initialized = (version: string) => ({
  protocolVersion: version,
  capabilities: { tools: {} },
  serverInfo: { name: "peer", version: "1" },
});

function connectRaw(version: Version, transport: SSEClientTransport) {
  const info = { name: "test", version: "1" };
  const client = version === "v1" ? new ClientV1(info) : new ClientV2(info);
  return { client, connecting: (client as Connectable).connect(transport as unknown as SdkTransport) };
}

describe("what is sent through SSEClientTransport", () => {
  test("in one tick, initialize first, arrives so: nothing passes it while its POST is held", async () => {
    const peer = await serveHolding(({ method }) => method === "initialize");
    const transport = new SSEClientTransport(peer.url, { fenceTimeoutMs: 60_000 });
    onTestFinished(() => transport.close());
    await transport.start();
    const sends = [
      transport.send({ ...request(0), method: "initialize" }),
      transport.send({ ...request(1), method: "tools/list" }),
      transport.send({ ...request(2), method: "resources/list" }),
      transport.send(notification("notifications/x")),
    ];
    await until(() => peer.arrived.length > 0);
    expect(await comes(() => peer.arrived.length > 1)).toBe(false);
    expect(peer.methods()).toEqual(["initialize"]);
    peer.release();
    await Promise.all(sends);
    expect(peer.methods()[0]).toBe("initialize");
    expect(peer.methods().at(-1)).toBe("notifications/x");
  });
});

describe.each(versions)("a Client of SDK %s over SSEClientTransport", (version) => {
  test("asks for tools while its initialize is held, and the server gets that when it has answered", async () => {
    const peer = await serveHolding(({ method }) => method === "initialize");
    const transport = new SSEClientTransport(peer.url, { fenceTimeoutMs: 60_000 });
    const { client, connecting } = connectRaw(version, transport);
    onTestFinished(() => client.close());
    await until(() => peer.arrived.length === 1);
    const sent = transport.send({ ...request(77), method: "tools/list" });
    const pinged = client.ping();
    pinged.catch(() => undefined);
    expect(await comes(() => peer.arrived.length > 1)).toBe(false);
    peer.release((message) => initialized(paramsVersion(message)));
    await Promise.all([connecting, sent]);
    await until(() => peer.methods().includes("notifications/initialized"));
    expect(peer.methods()[0]).toBe("initialize");
    expect(new Set(peer.methods())).toEqual(
      new Set(["initialize", "tools/list", "ping", "notifications/initialized"]),
    );
  });

  test("cancels calls in the tick in which it makes them, and no cancelled arrives before its request", async () => {
    // As of a server that answers a POST when its handler has ended: the fence must not wait for that.
    const peer = await serveHolding(({ method }) => method === "initialize" || method === "tools/call");
    const client = createClient(version);
    const transport = new SSEClientTransport(peer.url, { fenceTimeoutMs: 500 });
    const connecting = client.connect(transport as unknown as SdkTransport);
    onTestFinished(() => client.close());
    await until(() => peer.arrived.length === 1);
    peer.release((message) => initialized(paramsVersion(message)));
    await connecting;
    // What a first call has to load and compile would be taken from the fence's time.
    const warm = client.call("warm");
    await until(() => peer.held.size === 1);
    peer.release(() => CONTENT);
    await warm;
    peer.arrived.length = 0;
    const controllers = Array.from({ length: 4 }, () => new AbortController());
    // SDK v2 sends nothing of a call that is given up before its turn: here each is, when it has just been handed over.
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const sent = send(message, options);
      const at =
        "method" in message ? (message.params as { arguments?: { at?: number } }).arguments?.at : undefined;
      if (at !== undefined && at % 2 === 0) controllers[at]?.abort(new Error("not wanted"));
      return sent;
    };
    const calls = controllers.map(({ signal }, at) =>
      client.call("slow", { at }, { signal }).then(
        () => "answered",
        () => "failed",
      ),
    );
    const isCancelled = ({ method }: Arrived): boolean => method === "notifications/cancelled";
    await until(() => peer.arrived.filter(isCancelled).length === 2, "both cancelled");
    await until(() => peer.held.size === 4, "four calls");
    for (const [at, message] of peer.arrived.entries()) {
      if (!isCancelled(message)) continue;
      const of = peer.arrived.findIndex(
        ({ id, method }) => method === "tools/call" && id === message.params?.requestId,
      );
      expect(of).toBeGreaterThan(-1);
      expect(of).toBeLessThan(at);
    }
    peer.release(() => CONTENT);
    expect(await Promise.all(calls)).toEqual(["failed", "answered", "failed", "answered"]);
  });
});

/** What the client says that it speaks. */
function paramsVersion(message: Arrived): string {
  const { protocolVersion } = (message.params ?? {}) as { protocolVersion?: string };
  return protocolVersion ?? "";
}
