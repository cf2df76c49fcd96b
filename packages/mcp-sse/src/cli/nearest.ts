// What was probably meant.

/** The one of `known` that is closest to `word` by edits, if it is close at all. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(word.length < 3 ? 1 : 2, Math.floor(word.length / 3)) + 1;
  for (const name of known) {
    const edits = name.startsWith(word) && word.length > 1 ? 1 : distance(word, name);
    if (edits < least) [best, least] = [name, edits];
  }
  return best;
}

/** Levenshtein's, by rows. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] as number) + Number(a[i - 1] !== b[j - 1]);
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}
