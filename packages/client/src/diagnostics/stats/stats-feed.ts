/** @module Reports a connection's statistics once a second. */
import type * as StatsPart from './stats-part.ts';
import { Part } from '../../load/part.ts';
import type { Clock } from '../../time/clock.ts';
import type { ConnectionStats } from './connection-stats.ts';

/** What reads the browser's report: apart from `@longwire/client/diagnostics`, which has it at once. */
export const STATS: Part<typeof StatsPart> = new Part('statistics', () => import('./stats-part.ts'));

/** Time between two reports, in milliseconds. */
export const STATS_INTERVAL_MS = 1000;

/** What a feed works with. */
export interface StatsFeedOptions {
  readonly clock: Clock;
  readonly read: () => Promise<RTCStatsReport>;
  readonly tell: (stats: ConnectionStats) => void;
  readonly fail: (error: unknown) => void;
}

/** Starts at once; returns what stops it. */
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
