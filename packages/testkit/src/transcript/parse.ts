// A golden transcript: prose on top, then the wire.
//
//     A session from GET to close.
//
//     -- client: GET /sse --
//     accept: text/event-stream
//     -- server: 200 --
//     content-type: text/event-stream
//
//     event: endpoint
//     data: /sse?sessionId={session}
//
//     -- client: POST /sse?sessionId={session} --
//     content-type: application/json
//
//     {"jsonrpc":"2.0","id":1,"method":"ping"}
//     -- server: 202 --
//     -- stream --
//     event: message
//     data: {"jsonrpc":"2.0","id":1,"result":{}}
//
//     -- client: leaves --
//
// Of an answer only what is written is compared. `{session}` is whatever the server chose, the same throughout.

/** Headers, in lower case and in order. */
export type TranscriptHeaders = readonly (readonly [name: string, value: string])[];

/** One thing that happens on the wire. */
export type TranscriptStep =
  | {
      readonly kind: "request";
      readonly method: string;
      readonly target: string;
      readonly headers: TranscriptHeaders;
      readonly body: string | undefined;
    }
  | {
      readonly kind: "response";
      readonly status: number;
      readonly headers: TranscriptHeaders;
      readonly body: string | undefined;
    }
  /** Text of the event stream; it starts with the body of the answer to the GET. */
  | { readonly kind: "stream"; readonly text: string }
  /** Who ends the stream. */
  | { readonly kind: "end"; readonly by: "client" | "server" };

/** A parsed transcript. */
export interface Transcript {
  readonly name: string;
  readonly prose: string;
  readonly steps: readonly TranscriptStep[];
}

const MARKER = /^-- (.+) --$/m;
const REQUEST = /^client: ([A-Z]+) (\S+)$/;
const RESPONSE = /^server: (\d{3})$/;

/**
 * Parses a transcript.
 *
 * @throws SyntaxError that names the marker that is none.
 */
export function parseTranscript(name: string, text: string): Transcript {
  const [prose = "", ...parts] = text.split(MARKER);
  const steps: TranscriptStep[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    // What follows a marker starts on the line below it.
    steps.push(...parseStep(parts[at] ?? "", (parts[at + 1] ?? "").slice(1)));
  }
  if (steps.length === 0) throw new SyntaxError(`the transcript ${name} has no steps`);
  return { name, prose: prose.trim(), steps };
}

function parseStep(marker: string, content: string): TranscriptStep[] {
  const [, method, target] = REQUEST.exec(marker) ?? [];
  if (method !== undefined && target !== undefined) {
    const { headers, body } = parseMessage(content);
    return [{ kind: "request", method, target, headers, body: body?.replace(/\n$/, "") }];
  }
  const [, status] = RESPONSE.exec(marker) ?? [];
  if (status !== undefined) {
    const { headers, body } = parseMessage(content);
    const response = { kind: "response", status: Number(status), headers } as const;
    const isStream = headers.some(([, value]) => value.startsWith("text/event-stream"));
    if (!isStream || body === undefined) return [{ ...response, body: body?.replace(/\n$/, "") }];
    return [
      { ...response, body: undefined },
      { kind: "stream", text: body },
    ];
  }
  if (marker === "stream") return [{ kind: "stream", text: content }];
  if (marker === "stream, in CRLF") return [{ kind: "stream", text: content.replace(/\n/g, "\r\n") }];
  if (marker === "client: leaves") return [{ kind: "end", by: "client" }];
  if (marker === "server: ends") return [{ kind: "end", by: "server" }];
  throw new SyntaxError(`-- ${marker} -- is no marker of a transcript`);
}

function parseMessage(content: string): { headers: TranscriptHeaders; body: string | undefined } {
  const blank = content.startsWith("\n") ? 0 : content.indexOf("\n\n") + 1;
  const hasBody = content.startsWith("\n") || blank > 0;
  const head = hasBody ? content.slice(0, blank) : content;
  const headers = head
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    });
  return { headers, body: hasBody ? content.slice(blank + 1) : undefined };
}

/** The data of each `message` event, or unnamed one, in a piece of stream text: what a peer reads of it. */
export function messagesIn(text: string): string[] {
  const messages: string[] = [];
  for (const block of text.split(/\r?\n\r?\n/)) {
    const lines = block.split(/\r?\n/);
    const data = lines
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice(5).replace(/^ /, ""));
    const event =
      lines
        .find((line) => line.startsWith("event:"))
        ?.slice(6)
        .trim() ?? "message";
    if (event === "message" && data.length > 0) messages.push(data.join("\n"));
  }
  return messages;
}
