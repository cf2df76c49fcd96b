// The shared event stream vectors, written out: see "about" in the file.

import vectors from "./vectors/event-stream.json" with { type: "json" };

/** One stream and what HTML §9.2.6 makes of it. */
export interface Vector {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The same as text, if the bytes are valid UTF-8. */
  readonly text: string | undefined;
  readonly events: readonly { type: string; data: string; lastEventId: string }[];
  readonly retry: number | null;
  readonly lastEventId: string;
}

type Part = string | { readonly rep: string; readonly n: number };

/** Every vector of the file. */
export const VECTORS: readonly Vector[] = vectors.vectors.map((vector) => {
  const parts: Part[] = "parts" in vector && vector.parts ? vector.parts : [vector.in ?? ""];
  const input = parts.map((part) => (typeof part === "string" ? part : part.rep.repeat(part.n))).join("");
  const bytes = Uint8Array.from(input, (byte) => byte.charCodeAt(0));
  return {
    name: vector.name,
    bytes,
    text: textOf(bytes),
    events: vector.expect.events.map((event) => ({
      type: event.type,
      data: "dataRep" in event ? expand(event.dataRep) : event.data,
      lastEventId: event.lastEventId,
    })),
    retry: vector.expect.retry,
    lastEventId: vector.expect.lastEventId,
  };
});

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function expand([text, times, end]: (string | number)[]): string {
  return String(text)
    .repeat(Number(times))
    .slice(0, end === undefined ? undefined : Number(end));
}
