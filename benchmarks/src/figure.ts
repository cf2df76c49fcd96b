// A figure is a median with its spread, or it is nothing.

/** The middle of the samples and their quartiles. */
export interface Figure {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Compares two peers round by round, so that both sides of a ratio had the same neighbours. */
export function figureOfRatios(own: readonly number[], other: readonly number[]): Figure {
  return figure(own.map((sample, round) => sample / (other[round] ?? sample)));
}

/** The median of samples, with its quartiles. */
export function figure(samples: readonly number[]): Figure {
  const sorted = samples.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

function quantile(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined) throw new RangeError("no samples");
  return below + (above - below) * (at - Math.floor(at));
}

/** Prints a figure; one without its spread is not printed. */
export function show({ median, low, high }: Figure, digits = 2): string {
  if (!(low <= median && median <= high)) throw new RangeError("a figure needs its spread");
  return `${median.toFixed(digits)} [${low.toFixed(digits)}..${high.toFixed(digits)}]`;
}
