// Messages that tell where they come from, in which order, and whether they came whole.

import type { Direction } from "../faults/fault.ts";

/** Stands in every payload, and in nothing else: no error text may hold it. */
export const PAYLOAD_MARK = "payload-of-the-sweep";

/** What a payload says of itself. */
export interface Tag {
  readonly direction: Direction;
  /** Whose it is: the name that the sender goes by. */
  readonly session: string;
  /** Counts from 0 for each sender. */
  readonly sequence: number;
}

/** A message as it is sent: a request, which may pass other requests, or a notification, which may not. */
export interface TaggedMessage {
  readonly jsonrpc: "2.0";
  readonly id?: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Makes a message of about `bytes`. */
export function tagged(tag: Tag, bytes: number, isRequest: boolean): TaggedMessage {
  const { direction, session, sequence } = tag;
  const text = `${PAYLOAD_MARK} ${String.fromCharCode(0x61 + (sequence % 26)).repeat(bytes)} é中😀`;
  return {
    jsonrpc: "2.0",
    ...(isRequest && { id: sequence }),
    method: isRequest ? "tagged" : "notifications/tagged",
    params: {
      direction,
      session,
      sequence,
      text,
      checksum: checksum(JSON.stringify([direction, session, sequence, text])),
    },
  };
}

/** Reads the tag of what arrived; `undefined` if it is not what was sent. */
export function tagOf(message: unknown): Tag | undefined {
  const { direction, session, sequence, text, checksum: sum } = (message as TaggedMessage).params ?? {};
  if (checksum(JSON.stringify([direction, session, sequence, text])) !== sum) return undefined;
  return { direction, session, sequence } as Tag;
}

/** FNV-1a over UTF-16 units: no defence, but no accident passes it. */
function checksum(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}
