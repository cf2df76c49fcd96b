// What a bus carries, as text. The body of a POST stands as it came behind one line of JSON: it is not escaped, and
// nobody reads it but its owner.
//
//     request   Q1767225600000.5 {"version":1,"id":"…","from":"…",…}⏎{"jsonrpc":"2.0",…}
//     hello     H{"version":1,"id":"…","from":"…"}
//     answer    A{"id":"…","from":"…","clock":…,"status":"accepted"}

import type { Delivery, Envelope } from "../message-bus.ts";

/** Asks a node whether it is there, and what time it is. */
export interface Hello {
  readonly id: string;
  readonly from: string;
}

/** What an owner says: `here` to a hello, `unreadable` to a version that it does not know, `late` by its clock. */
export type AnswerStatus = Delivery["status"] | "here" | "late" | "unreadable";

/** An acknowledgement. */
export interface Answer {
  /** The ID of the request. */
  readonly id: string;
  /** The owner, and its clock when it answered. */
  readonly from: string;
  readonly clock: number;
  readonly status: AnswerStatus;
  readonly reason?: string | undefined;
}

/** What came. */
export type Frame =
  | { readonly kind: "request"; readonly envelope: Envelope }
  | { readonly kind: "hello"; readonly hello: Hello }
  | { readonly kind: "answer"; readonly answer: Answer }
  /** Made by another version; its sender can be told so. */
  | { readonly kind: "unreadable"; readonly id: string; readonly from: string };

/** What the headers and the rest of an envelope may take of a text, in bytes: twice what Node reads of headers. */
export const ENVELOPE_ROOM: number = 32 * 1024;

/** What a request may be longer than its envelope: by a deadline and a mac. */
export const REQUEST_ROOM = 64;

/** Encodes what of an envelope does not depend on the owner's clock. */
export function encodeEnvelope(envelope: Envelope): string {
  return `${JSON.stringify({ ...envelope, body: undefined, deadline: undefined })}\n${envelope.body}`;
}

/** Encodes a request: an encoded envelope, and its deadline in the owner's clock. */
export function encodeRequest(envelope: string, deadline: number): string {
  return `Q${deadline} ${envelope}`;
}

/** Encodes a hello. */
export function encodeHello(hello: Hello): string {
  return `H${JSON.stringify({ version: 1, ...hello })}`;
}

/** Encodes an answer. */
export function encodeAnswer(answer: Answer): string {
  return `A${JSON.stringify(answer)}`;
}

/**
 * Decodes what came.
 *
 * @returns `undefined` for what is nothing of ours.
 */
export function decodeFrame(text: string): Frame | undefined {
  const start = text.startsWith("Q") ? text.indexOf(" ") : 1;
  const end = text.indexOf("\n");
  const head = readHead(end === -1 ? text.slice(start) : text.slice(start, end));
  if (head === undefined || typeof head.id !== "string" || typeof head.from !== "string") return undefined;
  const { id, from } = head;
  switch (text[0]) {
    case "Q": {
      const envelope = { ...head, deadline: Number(text.slice(1, start)), body: text.slice(end + 1) };
      if (end === -1 || !isEnvelope(envelope)) return { kind: "unreadable", id, from };
      return { kind: "request", envelope };
    }
    case "H":
      return { kind: "hello", hello: { id, from } };
    case "A":
      return isAnswer(head) ? { kind: "answer", answer: head } : undefined;
    default:
      return undefined;
  }
}

type Head = Readonly<Record<string, unknown>>;

function readHead(text: string): Head | undefined {
  try {
    const head: unknown = JSON.parse(text);
    return typeof head === "object" && head !== null && !Array.isArray(head) ? { ...head } : undefined;
  } catch {
    return undefined;
  }
}

function isAnswer(head: Head): head is Head & Answer {
  return typeof head.clock === "number" && typeof head.status === "string";
}

/** `undefined` is not carried: an absent member is one. */
function isEnvelope(value: Head): value is Head & Envelope {
  return (
    value.version === 1 &&
    ["sessionId", "target", "origin", "body"].every((name) => typeof value[name] === "string") &&
    ["principal", "remoteAddress"].every((name) => ["string", "undefined"].includes(typeof value[name])) &&
    Number.isFinite(value.deadline) &&
    Array.isArray(value.headers) &&
    value.headers.every(
      (header) =>
        Array.isArray(header) && header.length === 2 && header.every((part) => typeof part === "string"),
    )
  );
}

const STATUSES: ReadonlySet<string> = new Set<Delivery["status"]>([
  "accepted",
  "unknown-session",
  "forbidden",
  "overloaded",
  "owner-gone",
  "bus-down",
  "timeout",
]);

/**
 * What an answer says of a delivery.
 *
 * @returns `undefined` for what says nothing of one.
 */
export function toDelivery({ status, reason }: Answer): Delivery | undefined {
  if (status === "rejected") {
    return { status, reason: reason === "not-json" || reason === "too-large" ? reason : "not-a-message" };
  }
  if (status === "late") return { status: "timeout" };
  // It came to somebody who could do nothing with it, and never will.
  if (status === "unreadable") return { status: "bus-down" };
  return STATUSES.has(status) ? ({ status } as Delivery) : undefined;
}
