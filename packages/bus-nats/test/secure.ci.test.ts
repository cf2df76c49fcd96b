// A real NATS behind TLS, for a user who may do no more than the README says, and for a token.

import { envelopeTo } from "@mcp-sse/testkit";
import { CERTIFICATE, startSecureNats } from "@mcp-sse/testkit/node";
import { type ConnectionOptions, connect } from "@nats-io/transport-node";
import { describe, expect, onTestFinished, test } from "vitest";
import { natsBus } from "../src/nats-bus.ts";

const USERS = `authorization { users = [ {
  user: bus, password: "p4ss w0rd"
  permissions: { publish: "mcp-sse.>", subscribe: "mcp-sse.>" }
} ] }`;

const WAYS: readonly (readonly [string, string, Pick<ConnectionOptions, "user" | "pass" | "token">])[] = [
  ["a user with the rights of a bus", USERS, { user: "bus", pass: "p4ss w0rd" }],
  ["a token", 'authorization { token: "t0ken of all" }', { token: "t0ken of all" }],
];

describe.each(WAYS)("a bus over TLS, for %s", (_who, configuration, credentials) => {
  test("delivers, and nobody else connects", async () => {
    const broker = await startSecureNats(configuration);
    onTestFinished(() => broker.close());
    const servers = `127.0.0.1:${broker.port}`;
    const join = async (node: string): Promise<ReturnType<typeof natsBus>> => {
      const connection = await connect({ servers, tls: { ca: CERTIFICATE }, ...credentials });
      const bus = natsBus({ connection });
      onTestFinished(async () => {
        await bus.stop();
        await connection.close();
      });
      await bus.start(node, async () => ({ status: "accepted" }));
      return bus;
    };
    await join("owner0000000");
    const poster = await join("poster000000");
    expect(await poster.deliver("owner0000000", envelopeTo("owner0000000"))).toEqual({ status: "accepted" });
    expect(await poster.deliver("nobody000000", envelopeTo("nobody000000"))).toEqual({
      status: "owner-gone",
    });
    const strangers = [{ tls: { ca: CERTIFICATE } }, credentials];
    for (const stranger of strangers) {
      await expect(connect({ servers, timeout: 2_000, reconnect: false, ...stranger })).rejects.toThrow();
    }
  });
});
