// A connection to NATS on a server in memory, that the test breaks.

import type { NatsConnection, NatsMessage } from "../../src/nats-connection.ts";

type Callback = (error: Error | null, message: NatsMessage) => void;

/** Who listens, by subject: the server. */
export type FakeServer = Set<{ readonly subject: string; readonly callback: Callback }>;

export interface FakeNats extends NatsConnection {
  /** Tells of the connection, as `disconnect`. */
  tell(type: string): void;
  /** Ends the statuses: the connection is closed for good. */
  end(): void;
  readonly published: string[];
}

export function fakeNats(server: FakeServer, maxPayload?: number): FakeNats {
  let told: ((status: { type: string } | undefined) => void) | undefined;
  const waiting: ({ type: string } | undefined)[] = [];
  const tell = (status: { type: string } | undefined): void => {
    if (told === undefined) waiting.push(status);
    else told(status);
    told = undefined;
  };
  const published: string[] = [];
  const send = (subject: string, message: NatsMessage): boolean => {
    const matching = [...server].filter(({ subject: pattern }) =>
      pattern.endsWith(">") ? subject.startsWith(pattern.slice(0, -1)) : subject === pattern,
    );
    for (const { callback } of matching) queueMicrotask(() => callback(null, message));
    return matching.length > 0;
  };
  return {
    ...(maxPayload === undefined ? {} : { info: { max_payload: maxPayload } }),
    published,
    publish(subject, payload, { reply } = {}) {
      published.push(subject);
      if (send(subject, { subject, string: () => payload }) || reply === undefined) return;
      send(reply, { subject: reply, headers: { code: 503 }, string: () => "" });
    },
    subscribe(subject, { callback }) {
      const entry = { subject, callback };
      server.add(entry);
      return {
        unsubscribe: () => void server.delete(entry),
        async drain() {
          server.delete(entry);
        },
      };
    },
    flush: async () => undefined,
    isClosed: () => false,
    async *status() {
      for (;;) {
        const status =
          waiting.length > 0
            ? waiting.shift()
            : await new Promise<{ type: string } | undefined>((resolve) => {
                told = resolve;
              });
        if (status === undefined) return;
        yield status;
      }
    },
    tell: (type) => tell({ type }),
    end: () => tell(undefined),
  };
}
