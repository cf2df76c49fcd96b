/**
 * A message bus over whatever carries text: what the buses of Redis, NATS and node:cluster are made of.
 *
 * @packageDocumentation
 */

export type { BusCarrier, CarrierEvents } from "./carrier.ts";
export { createMessageBus } from "./create-message-bus.ts";
