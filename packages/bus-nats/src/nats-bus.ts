import type { MessageBus } from "@mcp-sse/sse-server";
import { createMessageBus } from "@mcp-sse/sse-server/bus";
import { NatsCarrier } from "./nats-carrier.ts";
import type { NatsConnection } from "./nats-connection.ts";

/** What a bus over NATS is made of. */
export interface NatsBusOptions {
  /** A connection that may do other things, too; not one with `noEcho`. */
  readonly connection: NatsConnection;
  /** Begins all subjects: what is not to share sessions needs another. @defaultValue "mcp-sse" */
  readonly prefix?: string | undefined;
}

/**
 * Makes a bus of a connection to NATS. It stays the caller's: `stop` unsubscribes, and does not close it.
 *
 * Largest body: the server's `max_payload`, 1 MiB unless it is configured, less 32 KiB for the rest of an envelope.
 */
export function natsBus({ connection, prefix = "mcp-sse" }: NatsBusOptions): MessageBus {
  return createMessageBus(new NatsCarrier(connection, prefix));
}
