/**
 * Carries POSTs over NATS to the node that holds their HTTP+SSE session: one subject per node, and a reply to each.
 *
 * @packageDocumentation
 */

export { type NatsBusOptions, natsBus } from "./nats-bus.ts";
export type { NatsConnection, NatsMessage, NatsSubscription } from "./nats-connection.ts";
