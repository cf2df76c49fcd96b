// The shared event stream vectors, expanded: see "about" in the file.

import vectors from "./vectors/event-stream.json" with { type: "json" };

interface Vector {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly events: readonly { type: string; data: string; lastEventId: string }[];
  readonly retry: number | null;
  readonly lastEventId: string;
}

type Part = string | { readonly rep: string; readonly n: number };

/** Every vector, its input as bytes and its long data written out. */
export const VECTORS: readonly Vector[] = vectors.vectors.map((vector) => {
  const parts: Part[] = "parts" in vector && vector.parts ? vector.parts : [vector.in ?? ""];
  const input = parts.map((part) => (typeof part === "string" ? part : part.rep.repeat(part.n))).join("");
  return {
    name: vector.name,
    bytes: Uint8Array.from(input, (byte) => byte.charCodeAt(0)),
    events: vector.expect.events.map((event) => ({
      type: event.type,
      data: "dataRep" in event ? expand(event.dataRep) : event.data,
      lastEventId: event.lastEventId,
    })),
    retry: vector.expect.retry,
    lastEventId: vector.expect.lastEventId,
  };
});

function expand([text, times, end]: (string | number)[]): string {
  return String(text)
    .repeat(Number(times))
    .slice(0, end === undefined ? undefined : Number(end));
}
