/** @module What a list of samples says. */

/** The value that a share of the samples does not exceed; the share is between 0 and 1. */
function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new RangeError('samples expected at least one, got none');
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function show(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 2 : 1)} ms`;
}

/** Three lines: what was measured, its floor of the same run, and the ratio of their medians. */
export function compare(
  name: string,
  samples: readonly number[],
  floorName: string,
  floor: readonly number[],
): string {
  const median = quantile(samples, 0.5);
  const floorMedian = quantile(floor, 0.5);
  return [
    `${name}: median ${show(median)}, p90 ${show(quantile(samples, 0.9))} (n=${samples.length})`,
    `  floor, ${floorName}: median ${show(floorMedian)}, p90 ${show(quantile(floor, 0.9))} (n=${floor.length})`,
    `  ratio: ${(median / floorMedian).toFixed(2)}`,
  ].join('\n');
}
