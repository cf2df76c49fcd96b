// What a bus carries, as text. The body of a POST stands as it came behind one line of JSON: it is not escaped, and
// nobody reads it but its owner.
//
//     request   Q1767225600000.5 {"version":1,"id":"…","from":"…",…}⏎{"jsonrpc":"2.0",…}
//     hello     H{"version":1,"id":"…","from":"…"}
//     answers   A{"from":"…","clock":…,"answers":[["…","accepted"],["…","rejected","not-json"]]}
//     several   B391,402⏎Q…Q…

import type { Delivery, Envelope } from "../message-bus.ts";

/** Asks a node whether it is there, and what time it is. */
export interface Hello {
  readonly id: string;
  readonly from: string;
}

/** What an owner says: `here` to a hello, `unreadable` to a version that it does not know, `late` by its clock. */
export type AnswerStatus = Delivery["status"] | "here" | "late" | "unreadable";

/** What an owner says of one request. */
export interface Said {
  /** The ID of the request. */
  readonly id: string;
  readonly status: AnswerStatus;
  readonly reason?: string | undefined;
}

/** Acknowledgements. */
export interface Answers {
  /** The owner, and its clock when it answered. */
  readonly from: string;
  readonly clock: number;
  readonly answers: readonly Said[];
}

/** What came. */
export type Frame =
  | { readonly kind: "request"; readonly envelope: Envelope }
  | { readonly kind: "hello"; readonly hello: Hello }
  | ({ readonly kind: "answers" } & Answers)
  /** Made by another version; its sender can be told so. */
  | { readonly kind: "unreadable"; readonly id: string; readonly from: string };

/** What the headers and the rest of an envelope may take of a text, in bytes: twice what Node reads of headers. */
export const ENVELOPE_ROOM: number = 32 * 1024;

/** What a request may be longer than its envelope: by a deadline and a mac. */
export const REQUEST_ROOM = 64;

/** Encodes what of an envelope does not depend on the owner's clock. */
export function encodeEnvelope(envelope: Envelope, from: string): string {
  const { version, id, sessionId, principal, authInfo, target, origin, headers, remoteAddress, body } =
    envelope;
  const head = { version, id, from, sessionId, principal, authInfo, target, origin, headers, remoteAddress };
  return `${JSON.stringify(head)}\n${body}`;
}

/** Encodes a request: an encoded envelope, and its deadline in the owner's clock. */
export function encodeRequest(envelope: string, deadline: number): string {
  return `Q${deadline} ${envelope}`;
}

/** Encodes several requests as one text. */
export function encodeBatch(requests: readonly string[]): string {
  const [first = ""] = requests;
  if (requests.length === 1) return first;
  return `B${requests.map(({ length }) => length).join(",")}\n${requests.join("")}`;
}

/** Encodes a hello. */
export function encodeHello(hello: Hello): string {
  return `H${JSON.stringify({ version: 1, ...hello })}`;
}

/** Encodes answers. */
export function encodeAnswers(from: string, clock: number, said: readonly Said[]): string {
  const answers = said.map(({ id, status, reason }) =>
    reason === undefined ? [id, status] : [id, status, reason],
  );
  return `A${JSON.stringify({ from, clock, answers })}`;
}

/** Decodes what came: nothing of what is nothing of ours. */
export function decodeFrames(text: string): Frame[] {
  const texts = text.startsWith("B") ? partsOf(text) : [text];
  return texts.map(decodeFrame).filter((frame) => frame !== undefined);
}

/** The requests of a batch; none if they are not exactly what it says. */
function partsOf(text: string): readonly string[] {
  let at = text.indexOf("\n") + 1;
  const parts: string[] = [];
  for (const written of text.slice(1, Math.max(1, at - 1)).split(",")) {
    const length = Number(written);
    if (!(length > 0)) return [];
    parts.push(text.slice(at, at + length));
    at += length;
  }
  return at === text.length ? parts : [];
}

function decodeFrame(text: string): Frame | undefined {
  const kind = text[0];
  const start = kind === "Q" ? text.indexOf(" ") : 1;
  const end = text.indexOf("\n");
  const head = readHead(end === -1 ? text.slice(start) : text.slice(start, end));
  if (head === undefined || typeof head.from !== "string") return undefined;
  if (kind === "A") return isAnswers(head) ? answersOf(head) : undefined;
  const { id, from } = head;
  if (typeof id !== "string") return undefined;
  if (kind === "H") return { kind: "hello", hello: { id, from } };
  if (kind !== "Q") return undefined;
  head.deadline = Number(text.slice(1, start));
  head.body = end === -1 ? undefined : text.slice(end + 1);
  return isEnvelope(head) ? { kind: "request", envelope: head } : { kind: "unreadable", id, from };
}

type Head = Record<string, unknown>;

function readHead(text: string): Head | undefined {
  try {
    const head: unknown = JSON.parse(text);
    return typeof head === "object" && head !== null && !Array.isArray(head) ? (head as Head) : undefined;
  } catch {
    return undefined;
  }
}

type WrittenAnswers = Omit<Answers, "answers"> & {
  readonly answers: readonly (readonly [string, AnswerStatus, string?])[];
};

function isAnswers(head: Head): head is Head & WrittenAnswers {
  return typeof head.clock === "number" && Array.isArray(head.answers) && head.answers.every(isTexts);
}

function answersOf({ from, clock, answers }: WrittenAnswers): Frame {
  const said = answers.map(([id, status, reason]) => ({ id, status, reason }));
  return { kind: "answers", from, clock, answers: said };
}

/** `undefined` is not carried: an absent member is one. */
function isEnvelope(head: Head): head is Head & Envelope {
  const { sessionId, target, origin, body, principal, remoteAddress, headers } = head;
  return (
    head.version === 1 &&
    isText(sessionId) &&
    isText(target) &&
    isText(origin) &&
    isText(body) &&
    (principal === undefined || isText(principal)) &&
    (remoteAddress === undefined || isText(remoteAddress)) &&
    Number.isFinite(head.deadline) &&
    Array.isArray(headers) &&
    headers.every((header) => isTexts(header) && header.length === 2)
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Two texts, or three. */
function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && (value.length === 2 || value.length === 3) && value.every(isText);
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
export function toDelivery({ status, reason }: Said): Delivery | undefined {
  if (status === "rejected") {
    return { status, reason: reason === "not-json" || reason === "too-large" ? reason : "not-a-message" };
  }
  if (status === "late") return { status: "timeout" };
  // It came to somebody who could do nothing with it, and never will.
  if (status === "unreadable") return { status: "bus-down" };
  return STATUSES.has(status) ? ({ status } as Delivery) : undefined;
}
