/** @module A chart of the last minutes, with a text alternative for screen readers. */

import { useCallback, useEffect, useRef } from 'react';
import { Plot, type PlotSpec } from './plot.ts';
import 'uplot/dist/uPlot.min.css';

/** The contents of a chart. */
export interface ChartProps {
  /** The text alternative. */
  readonly label: string;
  /** Memoize it: a new object redraws the chart. */
  readonly spec: PlotSpec;
  /** Seconds since 1970. */
  readonly at: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
  /** Called with the row under the pointer. */
  readonly onPoint: (row: number | undefined) => void;
}

/** The chart. */
export function Chart({ label, spec, at, values, onPoint }: ChartProps) {
  const plot = useRef<Plot | undefined>(undefined);
  const attach = useCallback(
    (place: HTMLDivElement) => {
      const drawn = new Plot(place, spec, onPoint);
      plot.current = drawn;
      return () => drawn.close();
    },
    [spec, onPoint],
  );
  useEffect(() => plot.current?.show(at, values), [at, values]);
  return (
    <>
      <p className="lw-hidden">{label}</p>
      <div ref={attach} className="lw-chart" aria-hidden="true" />
    </>
  );
}
