/** @module Traffic statistics, once a second. */
import { useConnectionStats } from '@longwire/react';

const KBIT = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export function Traffic() {
  const stats = useConnectionStats();
  if (stats === undefined) return <p>No connection</p>;
  const { path, roundTripMs, receiveBitsPerSecond = 0 } = stats;
  return (
    <dl>
      <dt>Path</dt>
      <dd>{path?.kind ?? 'not selected'}</dd>
      <dt>Round trip</dt>
      <dd>{roundTripMs === undefined ? '–' : `${Math.round(roundTripMs)} ms`}</dd>
      <dt>Received</dt>
      <dd>{KBIT.format(receiveBitsPerSecond / 1000)} kbit/s</dd>
    </dl>
  );
}
