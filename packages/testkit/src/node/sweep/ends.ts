// The two shapes of an end: a Connection, and the official SDK's Transport.

import type { ConnectionSubject, Message } from "../../connection/subject.ts";
import type { SweepEnd, SweepEvents } from "./subject.ts";

/** Drives a Connection. */
export function connectionEnd(connection: ConnectionSubject, events: () => SweepEvents): SweepEnd {
  void readAll(connection, events);
  return {
    send: (message) => connection.write(message),
    close: () => connection.close(),
  };
}

async function readAll(connection: ConnectionSubject, events: () => SweepEvents): Promise<void> {
  // The first turn belongs to whoever is being handed the end.
  await Promise.resolve();
  try {
    for await (const message of connection) events().message(message);
  } catch (error) {
    events().error(error);
  }
  const { code, cause } = await connection.closed;
  if (cause !== undefined) events().error(cause);
  events().ended(code);
}

/** The SDK's Transport, as far as it is driven. */
export interface TransportSubject {
  onmessage?: ((message: Message) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  start(): Promise<void>;
  send(message: Message): Promise<void>;
  close(): Promise<void>;
}

/** Drives a Transport that was not started; `start` is the caller's. */
export function transportEnd(transport: TransportSubject, events: () => SweepEvents): SweepEnd {
  transport.onmessage = (message) => events().message(message);
  transport.onclose = () => events().ended("onclose");
  transport.onerror = (error) => events().error(error);
  return {
    send: (message) => transport.send(message),
    close: () => transport.close(),
  };
}
