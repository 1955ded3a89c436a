/** @module Reports a connection's statistics once a second. */
import type * as StatsPart from './stats-part.ts';
import { Part } from '../../load/part.ts';
import type { Clock } from '@longwire/protocol';
import type { ConnectionStats } from './connection-stats.ts';

/** The code that reads the browser's report, loaded on demand; `@longwire/client/diagnostics` contains it. */
export const STATS: Part<typeof StatsPart> = new Part('statistics', () => import('./stats-part.ts'));

/** Time between two reports, in milliseconds. */
export const STATS_INTERVAL_MS = 1000;

/** Options of {@link startStats}. */
export interface StatsFeedOptions {
  readonly clock: Clock;
  readonly read: () => Promise<RTCStatsReport>;
  readonly tell: (stats: ConnectionStats) => void;
  readonly fail: (error: unknown) => void;
}

/** Starts at once; returns a function that stops it. */
export function startStats(options: StatsFeedOptions): () => void {
  const round: Round = { isOver: false, cancel: () => undefined, previous: undefined };
  void tick(round, options);
  return () => {
    round.isOver = true;
    round.cancel();
  };
}

async function tick(round: Round, options: StatsFeedOptions): Promise<void> {
  const { clock, read, tell, fail } = options;
  try {
    const [{ distilStats }, report] = await Promise.all([STATS.load(), read()]);
    if (round.isOver) return;
    round.previous = distilStats(report, round.previous);
    tell(round.previous);
  } catch (error) {
    if (!round.isOver) fail(error);
  }
  if (!round.isOver) round.cancel = clock.schedule(STATS_INTERVAL_MS, () => void tick(round, options));
}

interface Round {
  isOver: boolean;
  cancel: () => void;
  previous: ConnectionStats | undefined;
}
