// What the processes of one machine tell each other, over the IPC channel that Node gives a child.
//
//     worker ── open, text, close ──▶ primary ── opened, text, nobody, overloaded, closed, gone ──▶ worker

/** The member by which a message of ours is told from an application's. */
const MARK = "mcp-sse.bus";

/** One message. */
export type BusMessage =
  | { readonly kind: "open" | "opened" | "close" | "closed" | "gone"; readonly node: string }
  | { readonly kind: "text"; readonly node: string; readonly id?: string; readonly text: string }
  | { readonly kind: "nobody" | "overloaded"; readonly id: string };

/** The part of a process, or of a child that was forked, that a bus calls: Node's types fit. */
export interface IpcPort {
  readonly connected?: boolean | undefined;
  send?(message: unknown, sent?: (error: Error | null) => void): unknown;
  on(event: "message" | "disconnect", listener: (message: unknown) => void): unknown;
  off(event: "message" | "disconnect", listener: (message: unknown) => void): unknown;
}

/**
 * Sends a message.
 *
 * @param sent - called when it has left this process, or never will.
 */
export function sendTo(port: IpcPort, message: BusMessage, sent: () => void = () => undefined): void {
  if (port.connected === false || port.send === undefined) {
    sent();
    return;
  }
  try {
    port.send({ [MARK]: 1, ...message }, () => sent());
  } catch {
    // The channel was closed a moment ago: its end is told by an event.
    sent();
  }
}

/** Reads a message; `undefined` for one of somebody else. */
export function readMessage(value: unknown): BusMessage | undefined {
  if (typeof value !== "object" || value === null || !(MARK in value) || !("kind" in value)) return undefined;
  return value as { [MARK]: unknown } & BusMessage;
}
