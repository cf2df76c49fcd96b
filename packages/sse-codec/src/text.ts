// Bytes to text with what every runtime has. `src/node/text.ts` is its twin with what Node has;
// the `#text` import chooses, both pass the same tests.

// "Streams must be decoded using the UTF-8 decode algorithm", whose BOM is dropped elsewhere, once.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes a range of bytes. Whole lines only: then no character is cut, and no state is kept. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/** Joins the parts of a line, `length` bytes in all. They are good until the next call. */
export function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const line = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    line.set(part, at);
    at += part.length;
  }
  return line;
}
