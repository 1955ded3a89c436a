/** @module The traffic of the last minutes: round-trip time, bit rates in both directions, and losses. */

import { useState } from 'react';
import { messages } from '../../../messages/messages.ts';
import { minutesShown, summaryOf, type TrafficColumns } from '../../../path/traffic-history.ts';
import { Chart } from './chart.tsx';
import type { PlotLine, PlotSpec } from './plot.ts';
import './traffic-charts.css';

const words = messages.path;

/** A chart: its lines and their columns. */
interface ChartPlan extends PlotSpec {
  readonly name: string;
  readonly lines: readonly (PlotLine & { readonly name?: string })[];
  readonly columns: readonly Exclude<keyof TrafficColumns, 'at'>[];
  /** The text if nothing was measured. */
  readonly nothing: string;
}

const COMMON = { formatTime: words.at, nothing: words.traffic.nothing };

const PLANS: readonly ChartPlan[] = [
  {
    ...COMMON,
    name: words.traffic.roundTrip,
    columns: ['roundTripMs'],
    lines: [{ color: '--lw-verdigris' }],
    atLeast: 20,
    format: words.ms,
  },
  {
    ...COMMON,
    name: words.traffic.rate,
    columns: ['receiveBitsPerSecond', 'sendBitsPerSecond'],
    lines: [
      { color: '--lw-verdigris', name: words.traffic.received },
      { color: '--lw-copper', name: words.traffic.sent, isDashed: true },
    ],
    atLeast: 100_000,
    format: words.bits,
  },
  {
    ...COMMON,
    name: words.traffic.losses,
    columns: ['lossShare'],
    lines: [{ color: '--lw-oxide' }],
    atLeast: 0.05,
    format: words.share,
    nothing: words.traffic.nothingToLose,
  },
];

/** The charts. */
export function TrafficCharts({ columns }: { readonly columns: TrafficColumns }) {
  const minutes = minutesShown(columns.at[0] ?? 0, columns.at.at(-1) ?? 0);
  return (
    <section className="lw-surface lw-sheet" aria-labelledby="traffic-title">
      <h3 id="traffic-title">{words.traffic.title(minutes)}</h3>
      <div className="lw-charts">
        {PLANS.map((plan) => (
          <TrafficChart key={plan.name} plan={plan} columns={columns} minutes={minutes} />
        ))}
      </div>
    </section>
  );
}

interface TrafficChartProps {
  readonly plan: ChartPlan;
  readonly columns: TrafficColumns;
  /** The time span of the charts. */
  readonly minutes: number;
}

function TrafficChart({ plan, columns, minutes }: TrafficChartProps) {
  const { name, lines, format } = plan;
  const [row, setRow] = useState<number | undefined>();
  const values = plan.columns.map((column) => columns[column]);
  const pointedAt = row === undefined ? undefined : columns.at[row];
  return (
    <figure className="lw-figure" data-testid={`chart-${plan.columns[0]}`}>
      <figcaption className="lw-figure-head">
        <h4>{name}</h4>
        <span className="lw-figure-now">
          {lines.map((line, index) => (
            <span key={line.color} className="lw-figure-value">
              {line.name !== undefined && (
                <i
                  className={line.isDashed === true ? 'lw-key lw-key-dashed' : 'lw-key'}
                  aria-hidden="true"
                />
              )}
              {line.name} <b>{valueAt(values[index], row, format)}</b>
            </span>
          ))}
          {pointedAt !== undefined && <span className="lw-soft">{words.at(pointedAt * 1000)}</span>}
        </span>
      </figcaption>
      <Chart
        label={words.traffic.chart(name, summaryText(plan, values, minutes))}
        spec={plan}
        at={columns.at}
        values={values}
        onPoint={setRow}
      />
    </figure>
  );
}

type Column = readonly (number | null)[];

function valueAt(
  column: Column | undefined,
  row: number | undefined,
  format: (value: number) => string,
): string {
  const value = column?.at(row ?? -1) ?? undefined;
  return value === undefined ? '–' : format(value);
}

function summaryText(
  { lines, format, nothing }: ChartPlan,
  values: readonly Column[],
  minutes: number,
): string {
  const texts = lines.map((line, index) => {
    const summary = summaryOf(values[index] ?? []);
    if (summary === undefined) return nothing;
    const [lowest, highest] = [format(summary.lowest), format(summary.highest)];
    const text =
      summary.latest === undefined
        ? words.traffic.past(lowest, highest, minutes)
        : words.traffic.range(format(summary.latest), lowest, highest, minutes);
    return line.name === undefined ? text : `${line.name}: ${text}`;
  });
  return texts.join(' ');
}
