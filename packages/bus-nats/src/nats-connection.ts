// The part of a connection of `@nats-io/transport-node` that is called, by structure: it is not imported.

/** What came on a subject. */
export interface NatsMessage {
  readonly subject: string;
  /** A status, as 503 of nobody who listens. */
  readonly headers?: { readonly code: number } | undefined;
  string(): string;
}

/** An open subscription. */
export interface NatsSubscription {
  unsubscribe(): void;
  /** Unsubscribes when what has come is handed on. */
  drain(): Promise<void>;
}

/** A connection to NATS. */
export interface NatsConnection {
  readonly info?: { readonly max_payload: number } | undefined;
  publish(subject: string, payload: string, options?: { readonly reply?: string }): void;
  subscribe(
    subject: string,
    options: { callback(error: Error | null, message: NatsMessage): void },
  ): NatsSubscription;
  /** Settles when the server has handled what was sent before. */
  flush(): Promise<void>;
  isClosed(): boolean;
  status(): AsyncIterable<{ readonly type: string }>;
}
