/** @module One chart, drawn by uPlot in the current color scheme. Independent of React. */

import UPlot from 'uplot';
import { minutesShown } from '../../../path/traffic-history.ts';

/** A line of a chart. */
export interface PlotLine {
  /** The name of a color token. */
  readonly color: '--lw-verdigris' | '--lw-copper' | '--lw-oxide';
  readonly isDashed?: boolean;
}

/** The fixed part of a chart. */
export interface PlotSpec {
  readonly lines: readonly PlotLine[];
  /** The value axis reaches at least this far, so that noise does not look like a peak. */
  readonly atLeast: number;
  readonly format: (value: number) => string;
  readonly formatTime: (ms: number) => string;
}

const HEIGHT = 132;
const MINUTE_S = 60;
const HEADROOM = 1.15;
/** Space for axis labels, in pixels. */
const VALUES_WIDTH = 84;
const TIMES_HEIGHT = 26;

/** A chart that fills the width of its element. */
export class Plot {
  readonly #place: HTMLElement;
  readonly #plot: UPlot;
  readonly #resize: ResizeObserver;
  readonly #scheme: MutationObserver;

  /** `onPoint` is called with the row under the pointer. */
  constructor(place: HTMLElement, spec: PlotSpec, onPoint: (row: number | undefined) => void) {
    this.#place = place;
    const empty: UPlot.AlignedData = [[], ...spec.lines.map(() => [])];
    this.#plot = new UPlot(this.#options(spec, onPoint), empty, place);
    this.#resize = new ResizeObserver(() => this.#plot.setSize(this.#size()));
    this.#resize.observe(place);
    this.#scheme = new MutationObserver(() => this.#plot.redraw());
    this.#scheme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  }

  /** Draws these values: one list per line, `at` in seconds since 1970. */
  show(at: readonly number[], values: readonly (readonly (number | null)[])[]): void {
    this.#plot.setData([[...at], ...values.map((column) => [...column])]);
  }

  /** Removes the chart from the page. */
  close(): void {
    this.#resize.disconnect();
    this.#scheme.disconnect();
    this.#plot.destroy();
  }

  #size(): { width: number; height: number } {
    return { width: Math.max(1, this.#place.clientWidth), height: HEIGHT };
  }

  #options(spec: PlotSpec, onPoint: (row: number | undefined) => void): UPlot.Options {
    const { lines, atLeast, format, formatTime } = spec;
    const style = getComputedStyle(this.#place);
    const color = (name: string) => (): string => style.getPropertyValue(name).trim();
    const axis = {
      stroke: color('--lw-ink-soft'),
      font: `12px ${style.fontFamily}`,
      ticks: { show: false },
    };
    return {
      ...this.#size(),
      // Space for half of the last label.
      padding: [8, 28, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { setScale: false }, points: { size: 7 } },
      scales: {
        x: { time: true, range: ({ data: [at] }) => timesShown(at) },
        y: { range: (_, __, max) => [0, Math.max(atLeast, (max ?? 0) * HEADROOM)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: 110,
          size: TIMES_HEIGHT,
          values: (_, ticks) => ticks.map((tick) => formatTime(tick * 1000)),
        },
        {
          ...axis,
          grid: { stroke: color('--lw-line'), width: 1 },
          space: 40,
          size: VALUES_WIDTH,
          values: (_, ticks) => ticks.map((tick) => format(tick)),
        },
      ],
      series: [
        {},
        ...lines.map((line) => ({
          stroke: color(line.color),
          width: 2,
          points: { show: false },
          ...(line.isDashed === true ? { dash: [7, 5] } : {}),
        })),
      ],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    };
  }
}

/** The time range to draw. For a single value uPlot would choose the whole day after it. */
function timesShown(at: ArrayLike<number>): [number, number] {
  const last = at[at.length - 1] ?? 0;
  return [last - minutesShown(at[0] ?? 0, last) * MINUTE_S, last];
}
