// Bytes to text with what every runtime has. `src/node/text.ts` is its twin with what Node has;
// the `#text` import chooses, both pass the same tests.

// "Streams must be decoded using the UTF-8 decode algorithm", whose BOM is dropped elsewhere, once.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes a range of bytes. Whole lines only: then no character is cut, and no state is kept. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

/**
 * Decodes a chunk if every byte of it is one UTF-16 unit, so that offsets into the text are offsets
 * into the bytes.
 */
export function decodeAligned(bytes: Uint8Array): string | undefined {
  const text = decoder.decode(bytes);
  // No sequence of bytes decodes to more units than it has bytes: equal sums are equal terms.
  return text.length === bytes.length ? text : undefined;
}

/** Finds a byte, from `from` on; -1 if there is none. */
export function indexOfByte(bytes: Uint8Array, byte: number, from: number): number {
  return bytes.indexOf(byte, from);
}

/**
 * Tells up to where a chunk that is not ASCII is decoded at once instead of value by value: the end of
 * its last blank line, or `at`, where that gains nothing.
 */
export function blocksEnd(_bytes: Uint8Array, at: number, _end: number): number {
  return at;
}
