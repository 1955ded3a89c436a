/** @module A session's traffic over the last minutes, kept outside of any screen. */

import type { ConnectionStats, Session } from '@longwire/client';
import { Store } from '@longwire/protocol/base';

/** Rows that are kept: five minutes at one a second. */
export const MAX_TRAFFIC_ROWS = 300;

const MINUTE_S = 60;
const MAX_MINUTES = MAX_TRAFFIC_ROWS / MINUTE_S;

/** The whole minutes to draw for measurements between two times in seconds. */
export function minutesShown(firstAt: number, lastAt: number): number {
  return Math.min(MAX_MINUTES, Math.max(1, Math.ceil((lastAt - firstAt) / MINUTE_S)));
}

/** The columns of the chart, all of the same length; `null` for a missing measurement. */
export interface TrafficColumns {
  /** Seconds since 1970. */
  readonly at: readonly number[];
  readonly roundTripMs: readonly (number | null)[];
  readonly receiveBitsPerSecond: readonly (number | null)[];
  readonly sendBitsPerSecond: readonly (number | null)[];
  readonly lossShare: readonly (number | null)[];
}

/** The traffic that a screen shows. */
export interface Traffic {
  readonly latest: ConnectionStats | undefined;
  readonly columns: TrafficColumns;
}

interface Row {
  readonly at: number;
  readonly stats: ConnectionStats | undefined;
}

const NOTHING: Traffic = { latest: undefined, columns: columnsOf([]) };

/** The traffic history of one session. */
export class TrafficHistory {
  readonly #now: () => number;
  #rows: readonly Row[] = [];
  readonly #traffic = new Store<Traffic>(NOTHING);

  /** Calls `listener` after each report; returns the unsubscriber. */
  readonly subscribe = this.#traffic.subscribe;

  /** The measurements so far. */
  readonly snapshot = this.#traffic.snapshot;

  constructor(session: Pick<Session, 'on'>, now: () => number) {
    this.#now = now;
    const stops = [
      session.on('stats', (stats) => this.#add(stats)),
      // A gap without a connection, across which no line is drawn.
      session.on('statechange', ({ kind }) => {
        if (kind === 'recovering') this.#add(undefined);
      }),
      session.on('end', () => stops.forEach((stop) => stop())),
    ];
  }

  #add(stats: ConnectionStats | undefined): void {
    this.#rows = [...this.#rows.slice(-(MAX_TRAFFIC_ROWS - 1)), { at: this.#now() / 1000, stats }];
    this.#traffic.put({ latest: stats, columns: columnsOf(this.#rows) });
  }
}

function columnsOf(rows: readonly Row[]): TrafficColumns {
  const column = (read: (stats: ConnectionStats) => number | undefined): (number | null)[] =>
    rows.map(({ stats }) => (stats === undefined ? null : (read(stats) ?? null)));
  return {
    at: rows.map(({ at }) => at),
    roundTripMs: column((stats) => stats.roundTripMs),
    receiveBitsPerSecond: column((stats) => stats.receiveBitsPerSecond),
    sendBitsPerSecond: column((stats) => stats.sendBitsPerSecond),
    lossShare: column((stats) => stats.lossShare),
  };
}

/** The summary of a column, for screen readers. */
export interface ColumnSummary {
  readonly latest: number | undefined;
  readonly lowest: number;
  readonly highest: number;
}

/** The summary of a column; undefined without measurements. */
export function summaryOf(column: readonly (number | null)[]): ColumnSummary | undefined {
  const values = column.filter((value) => value !== null);
  if (values.length === 0) return undefined;
  return {
    latest: column.at(-1) ?? undefined,
    lowest: Math.min(...values),
    highest: Math.max(...values),
  };
}
