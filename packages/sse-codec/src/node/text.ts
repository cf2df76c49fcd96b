// Bytes to text with what Node has. Measured on Node 20 to 24: a Buffer's slices cost a tenth of a
// TextDecoder for ASCII, and its searches a thirtieth of a Uint8Array's.

import { bufferModule } from "./buffer-module.ts";

/** What Buffers can do and their types do not say, called on any Uint8Array. */
interface Untyped {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
  utf8Slice(this: Uint8Array, start: number, end: number): string;
  ucs2Slice(this: Uint8Array, start: number, end: number): string;
}

const { latin1Slice, utf8Slice, ucs2Slice } = Buffer.prototype as unknown as Untyped;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Node 24 has a fast UTF-8 decoder behind every door, its elders only behind `transcode`. */
export const FAST_UTF8: boolean = Number.parseInt(process.versions.node, 10) >= 24;
/** From here on, `transcode` is worth its call. */
const TRANSCODED = 768;
const units = new Uint16Array(TRANSCODED);
const unitBytes = new Uint8Array(units.buffer);

/**
 * What is not ASCII and between these, in bytes, Node 24 decodes into memory that the system makes for it, and copies it
 * from there: piece by piece it takes two thirds of the time. What is longer it does not copy.
 */
const COPIED = 256 * 1024;
const EXTERNAL = 2 * 1024 * 1024;
const PIECE = 48 * 1024;

/** See `src/text.ts`. */
export function decode(bytes: Uint8Array, start: number, end: number): string {
  if (FAST_UTF8) {
    const isCopied =
      end - start >= COPIED && end - start < EXTERNAL && (bytes[(start + end) >> 1] ?? 0) >= 0x80;
    return isCopied ? decodePieces(bytes, start, end) : utf8Slice.call(bytes, start, end);
  }
  if (end - start < TRANSCODED) {
    const count = toUnits(bytes, start, end);
    // All ASCII, as most is: one byte per unit is enough for such a string.
    if (count === end - start) return latin1Slice.call(bytes, start, end);
    if (count !== -1) return ucs2Slice.call(unitBytes, 0, 2 * count);
  }
  const { isAscii, isUtf8, transcode } = bufferModule();
  const range = bytes.subarray(start, end);
  if (isAscii(range)) return latin1Slice.call(bytes, start, end);
  return isUtf8(range) ? transcode(range, "utf8", "utf16le").toString("utf16le") : decoder.decode(range);
}

/** Does what `decode` does. The text is a rope. */
export function decodePieces(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; ) {
    const next = at + PIECE < end ? characterStart(bytes, at + PIECE) : end;
    text += utf8Slice.call(bytes, at, next);
    at = next;
  }
  return text;
}

/** Finds the start of the character that the byte at `at` is of. */
function characterStart(bytes: Uint8Array, at: number): number {
  for (let start = at; start > at - 4; start--) if (((bytes[start] ?? 0) & 0xc0) !== 0x80) return start;
  // The fourth byte in a row that starts none: it is of no character.
  return at;
}

/** What lines were joined in last. A collection takes it, unless the next line comes before. */
let joined: WeakRef<Uint8Array> | undefined;

/**
 * See `src/text.ts`. Fresh memory costs several times what is done in it: the system makes it page by page.
 */
export function memoryOf(length: number): Uint8Array {
  let block = joined?.deref();
  if (block === undefined || block.length < length) {
    block = Buffer.allocUnsafeSlow(length);
    joined = new WeakRef(block);
  }
  return block.subarray(0, length);
}

/** Decodes ASCII. */
export function toLatin1(bytes: Uint8Array): string {
  return latin1Slice.call(bytes, 0, bytes.length);
}

/** Decodes short UTF-8 into `units`. -1 for what is not valid, or not of three bytes at most. */
function toUnits(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; ) {
    const one = bytes[at++] ?? 0;
    if (one < 0x80) {
      units[count++] = one;
      continue;
    }
    const two = (at < end ? (bytes[at++] ?? 0) : 0) ^ 0x80;
    if (two > 0x3f) return -1;
    if (one >= 0xc2 && one < 0xe0) {
      units[count++] = ((one & 0x1f) << 6) | two;
      continue;
    }
    const three = (at < end ? (bytes[at++] ?? 0) : 0) ^ 0x80;
    const unit = ((one & 0x0f) << 12) | (two << 6) | three;
    // Overlong forms and surrogates are as invalid as a wrong byte.
    if (three > 0x3f || one < 0xe0 || one >= 0xf0 || unit < 0x800 || (unit & 0xf800) === 0xd800) return -1;
    units[count++] = unit;
  }
  return count;
}
