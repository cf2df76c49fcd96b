// Bytes to text with what every runtime has. `src/node/text.ts` is its twin with what Node has;
// the `#text` import chooses, both pass the same tests.

// "Streams must be decoded using the UTF-8 decode algorithm", whose BOM is dropped elsewhere, once.
const decoder = new TextDecoder(undefined, { ignoreBOM: true });

/** Decodes a range of bytes. Whole lines only: then no character is cut, and no state is kept. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/** Memory to join a line in. What is written there is good until the next call. */
export function memoryOf(length: number): Uint8Array {
  return new Uint8Array(length);
}
