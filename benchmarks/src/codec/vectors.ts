// The vectors that the codec's own tests hold it to.

import { readFileSync } from "node:fs";

export interface VectorEvent {
  readonly type: string;
  readonly data: string;
}

interface Vector {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly events: readonly VectorEvent[];
}

type Part = string | { readonly rep: string; readonly n: number };

interface StoredEvent {
  readonly type: string;
  readonly data?: string;
  readonly dataRep?: readonly (string | number)[];
}

interface Stored {
  readonly name: string;
  readonly in?: string;
  readonly parts?: readonly Part[];
  readonly expect: { readonly events: readonly StoredEvent[] };
}

const FILE = new URL("../../../packages/sse-codec/test/vectors/event-stream.json", import.meta.url);

/** Streams and what HTML makes of them. */
export const VECTORS: readonly Vector[] = (
  JSON.parse(readFileSync(FILE, "utf8")) as { vectors: Stored[] }
).vectors.map((vector) => {
  const parts = vector.parts ?? [vector.in ?? ""];
  const input = parts.map((part) => (typeof part === "string" ? part : part.rep.repeat(part.n))).join("");
  return {
    name: vector.name,
    bytes: Uint8Array.from(input, (byte) => byte.charCodeAt(0)),
    events: vector.expect.events.map(({ type, data, dataRep }) => ({
      type,
      data: data ?? expand(dataRep ?? []),
    })),
  };
});

function expand([text, times, end]: readonly (string | number)[]): string {
  return String(text)
    .repeat(Number(times))
    .slice(0, end === undefined ? undefined : Number(end));
}
