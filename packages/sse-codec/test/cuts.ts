// The ways to cut a stream.

type Sliceable<T> = { readonly length: number; slice(start: number, end?: number): T };

/** Cuts a stream at the given places, in order. */
export function cutAt<T extends Sliceable<T>>(stream: T, places: readonly number[]): T[] {
  return [0, ...places].map((from, index) => stream.slice(from, places[index] ?? stream.length));
}

/** Cuts a stream into pieces of one size. */
export function cutEvery<T extends Sliceable<T>>(stream: T, size: number): T[] {
  const pieces: T[] = [];
  for (let at = 0; at < stream.length; at += size) pieces.push(stream.slice(at, at + size));
  return pieces;
}

/** Puts an empty piece before, between and after all others. */
export function withEmpty<T extends Sliceable<T>>(pieces: readonly T[], empty: T): T[] {
  return [empty, ...pieces.flatMap((piece) => [piece, empty])];
}

/** Streams up to this are cut at every place. Of the vectors two are longer, of 80 kB and 1 MB. */
export const LONG = 8192;

/** Every place to cut a short stream; of a long one its ends, its middle, and where a window may end. */
export function placesOf(length: number, long: number = LONG): number[] {
  const all = [...Array(length + 1).keys()];
  if (length <= long) return all;
  return [1, 7, 65_535, 65_536, length - 1];
}
