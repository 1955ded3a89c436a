/** @module A chart over the last minutes, and its sentence for whoever does not see it. */

import { useCallback, useEffect, useRef } from 'react';
import { Plot, type PlotSpec } from './plot.ts';
import 'uplot/dist/uPlot.min.css';

/** What a chart shows. */
export interface ChartProps {
  /** What it shows, in words. */
  readonly label: string;
  /** The same one from render to render: another one is drawn anew. */
  readonly spec: PlotSpec;
  /** Seconds since 1970. */
  readonly at: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
  /** Told which row is pointed at. */
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
