import type { MessageBus } from "@mcp-sse/sse-server";
import { createMessageBus } from "@mcp-sse/sse-server/bus";
import { RedisCarrier } from "./redis-carrier.ts";
import type { RedisClient } from "./redis-client.ts";

/** What a bus over Redis is made of. */
export interface RedisBusOptions {
  /** The connection that publishes; it may do other things, too. */
  readonly publisher: RedisClient;
  /** A connection of its own: one that subscribes can do nothing else. */
  readonly subscriber: RedisClient;
  /**
   * Whether channels are sharded: `SPUBLISH` and `SSUBSCRIBE` of Redis 7. A Redis Cluster then carries a message
   * within one shard, and not to every node of it.
   *
   * @defaultValue false
   */
  readonly sharded?: boolean | undefined;
  /** Begins the names of all channels: what is not to share sessions needs another. @defaultValue "mcp-sse" */
  readonly prefix?: string | undefined;
  /**
   * Largest text that is published, in bytes: a body of `maxBodyBytes` is 32 KiB smaller.
   *
   * @defaultValue 4 MiB and 32 KiB. Redis cuts a subscriber off for whom more than 8 MiB wait for a minute, or 32 MiB.
   */
  readonly maxMessageBytes?: number | undefined;
}

const DEFAULT_MAX_MESSAGE_BYTES = 4 * 1024 * 1024 + 32 * 1024;

/**
 * Makes a bus of two connections to one Redis, of `ioredis` or of `redis`. They stay the caller's: `stop` unsubscribes, and
 * closes neither.
 *
 * @throws TypeError if one connection is given for both; RangeError if `maxMessageBytes` is not a positive number.
 */
export function redisBus(options: RedisBusOptions): MessageBus {
  const { publisher, subscriber, sharded = false, prefix = "mcp-sse" } = options;
  const { maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES } = options;
  if (publisher === subscriber) {
    throw new TypeError("subscriber must be a connection of its own: one that subscribes cannot publish");
  }
  // Not `maxMessageBytes <= 0`, which NaN would pass.
  if (!(maxMessageBytes > 0)) {
    throw new RangeError(`maxMessageBytes must be greater than 0, got ${maxMessageBytes}`);
  }
  return createMessageBus(new RedisCarrier({ publisher, subscriber, sharded, prefix, maxMessageBytes }));
}
