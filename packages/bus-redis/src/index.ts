/**
 * Carries POSTs over Redis to the node that holds their HTTP+SSE session: one channel per node, and an
 * acknowledgement for each.
 *
 * @packageDocumentation
 */

export { type RedisBusOptions, redisBus } from "./redis-bus.ts";
export type { IoredisClient, NodeRedisClient, RedisClient } from "./redis-client.ts";
