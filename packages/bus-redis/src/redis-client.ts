// The part of both clients of Redis that is called, by structure: neither is imported.

/** A listener of any event; each client types its own. */
type Listener = (...values: unknown[]) => void;

/** A client of `ioredis`, or of its cluster. */
export interface IoredisClient {
  readonly status: string;
  publish(channel: string, message: string): Promise<number>;
  spublish(channel: string, message: string): Promise<unknown>;
  subscribe(channel: string): Promise<unknown>;
  ssubscribe(channel: string): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  sunsubscribe(channel: string): Promise<unknown>;
  on(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
}

/** A client of `redis` (node-redis), or of its cluster. */
export interface NodeRedisClient {
  readonly isOpen: boolean;
  readonly isReady: boolean;
  connect(): Promise<unknown>;
  publish(channel: string, message: string): Promise<number>;
  sPublish(channel: string, message: string): Promise<number>;
  subscribe(channel: string, listener: (message: string) => unknown): Promise<unknown>;
  sSubscribe(channel: string, listener: (message: string) => unknown): Promise<unknown>;
  unsubscribe(channel: string, listener: (message: unknown) => unknown): Promise<unknown>;
  sUnsubscribe(channel: string, listener: (message: unknown) => unknown): Promise<unknown>;
  on(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
}

/** A client of either kind. */
export type RedisClient = IoredisClient | NodeRedisClient;
