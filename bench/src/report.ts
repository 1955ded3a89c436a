/** @module The output of a part of the bench: a table, each line beside its floor of the same run. */

/** The unit of a number. */
export type Unit = 's' | 'ms' | 'µs' | 'a second' | 'KiB' | '% of a core' | '%' | 'MB/s' | 'Mbit/s' | 'times';

/** One line: the same measurement repeated, with and without us. */
export interface Row {
  readonly what: string;
  readonly unit: Unit;
  readonly ours: readonly number[];
  readonly floor: readonly number[];
}

/** One table. */
export interface Report {
  readonly title: string;
  /** Describes the floor, the column beside ours. */
  readonly floor: string;
  readonly rows: readonly Row[];
  /** Where we exceed the floor, and why; printed when a ratio is high. */
  readonly why: string;
}

/** Above this ratio a table explains why. */
const WORTH_A_REASON = 1.3;

/** Units in which more is better. */
const RATES: ReadonlySet<Unit> = new Set(['a second', 'MB/s', 'Mbit/s']);

/** The value that a share of the samples does not exceed; the share is between 0 and 1. */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new RangeError('samples must not be empty');
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** A time that never came is infinite; what could not be measured is no number. */
function show(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return 'never';
  if (Number.isNaN(value)) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
  return value.toFixed(value < 10 ? 2 : 1);
}

/** The ratio to the floor's cost: above 1 we are worse, whatever the unit. */
function ratioOf({ unit, ours, floor }: Row): number {
  const [own, bare] = [quantile(ours, 0.5), quantile(floor, 0.5)];
  return RATES.has(unit) ? bare / own : own / bare;
}

function line(row: Row): string {
  const [ours, floor] = [quantile(row.ours, 0.5), quantile(row.floor, 0.5)].map(show);
  const ratio = ratioOf(row);
  const shown = Number.isFinite(ratio) ? ratio.toFixed(2) : '–';
  return `| ${row.what} | ${ours} ${row.unit} | ${floor} ${row.unit} | ${shown} |`;
}

/** A report as Markdown; all numbers are medians. */
export function formatReport({ title, floor, rows, why }: Report): string {
  const isAbove = rows.some((row) => Number.isFinite(ratioOf(row)) && ratioOf(row) > WORTH_A_REASON);
  return [
    `## ${title}`,
    '',
    `Floor: ${floor}.`,
    '',
    '| | ours | floor | ratio |',
    '|---|---|---|---|',
    ...rows.map(line),
    '',
    ...(isAbove ? [`Above ${WORTH_A_REASON}: ${why}`, ''] : []),
  ].join('\n');
}
