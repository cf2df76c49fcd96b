// A batch as few writes: small chunks joined, large ones as they are.

import { MAX_JOINABLE_BYTES, MAX_JOINED_BYTES } from "./limits.ts";

/**
 * Joins neighbours that are small, in order.
 *
 * @param join - makes one chunk of two or more.
 */
export function joinChunks<T extends { readonly length: number }>(
  chunks: readonly T[],
  join: (chunks: readonly T[]) => T,
): readonly T[] {
  if (chunks.length < 2) return chunks;
  const joined: T[] = [];
  let group: T[] = [];
  let size = 0;
  const flush = (): void => {
    if (group.length > 0) joined.push(group.length === 1 ? (group[0] as T) : join(group));
    group = [];
    size = 0;
  };
  for (const chunk of chunks) {
    if (chunk.length > MAX_JOINABLE_BYTES) {
      flush();
      joined.push(chunk);
      continue;
    }
    if (size + chunk.length > MAX_JOINED_BYTES) flush();
    group.push(chunk);
    size += chunk.length;
  }
  flush();
  return joined;
}
