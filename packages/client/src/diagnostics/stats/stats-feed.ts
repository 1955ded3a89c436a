/** @module Tells a connection's statistics once a second, while somebody listens and the connection is there. */
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
  readonly isConnected: () => boolean;
  readonly read: () => Promise<RTCStatsReport>;
  readonly tell: (stats: ConnectionStats) => void;
  readonly fail: (error: unknown) => void;
}

/** Asks nothing of the browser, and loads no code for it, before somebody listens. */
export class StatsFeed {
  readonly #options: StatsFeedOptions;
  #listeners = 0;
  /** What stops the round that runs. */
  #stop: (() => void) | undefined;

  constructor(options: StatsFeedOptions) {
    this.#options = options;
  }

  /** Somebody listens; the answer takes that back, once. */
  addListener(): () => void {
    let isListening = true;
    this.#listeners += 1;
    this.refresh();
    return () => {
      if (!isListening) return;
      isListening = false;
      this.#listeners -= 1;
      this.refresh();
    };
  }

  /** Starts or stops by who listens and whether there is a connection; called when either changes. */
  refresh(): void {
    const isWanted = this.#listeners > 0 && this.#options.isConnected();
    if (isWanted === (this.#stop !== undefined)) return;
    this.#stop?.();
    this.#stop = isWanted ? this.#start() : undefined;
  }

  #start(): () => void {
    const { clock } = this.#options;
    const round: Round = { isOver: false, cancel: () => undefined, previous: undefined };
    const stop = (): void => {
      round.isOver = true;
      round.cancel();
    };
    void this.#tick(round, clock);
    return stop;
  }

  async #tick(round: Round, clock: Clock): Promise<void> {
    const { read, tell, fail } = this.#options;
    try {
      const [{ distilStats }, report] = await Promise.all([STATS.load(), read()]);
      if (round.isOver) return;
      round.previous = distilStats(report, round.previous);
      tell(round.previous);
    } catch (error) {
      if (!round.isOver) fail(error);
    }
    if (!round.isOver) round.cancel = clock.schedule(STATS_INTERVAL_MS, () => void this.#tick(round, clock));
  }
}

interface Round {
  isOver: boolean;
  cancel: () => void;
  previous: ConnectionStats | undefined;
}
