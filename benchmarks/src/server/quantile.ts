/** The value below which a part of the samples lies. */
export function quantileOf(samples: readonly number[], part: number): number {
  const sorted = Float64Array.from(samples).sort();
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}
