/** @module Removes now and then what nobody needs any more. */
import type { Clock } from '../clock/clock.ts';
import type { Registry } from '../ports/registry.ts';
import type { ReportTrouble } from './database.ts';
import { toError } from './to-error.ts';

/** How much of the audit table is kept. */
export interface Retention {
  /** Older rows go, in milliseconds. */
  readonly auditMs: number;
  /** So many of the newest stay at most. */
  readonly auditRows: number;
}

/** Ninety days, as most need them after an incident, and a few hundred megabytes. */
export const DEFAULT_RETENTION: Retention = { auditMs: 90 * 86_400_000, auditRows: 1_000_000 };

/** Time between two rounds, in milliseconds; each finds little to do. */
const INTERVAL_MS = 600_000;

/** What the housekeeper needs. */
export interface HousekeeperOptions {
  readonly registry: Pick<Registry, 'audit' | 'housekeep'>;
  readonly retention: Retention;
  readonly clock: Clock;
  readonly report: ReportTrouble;
}

/** Goes its rounds until it is disposed; a round that fails is reported, and the next one does its work. */
export function keepHouse(options: HousekeeperOptions): AsyncDisposable {
  let round = Promise.resolve();
  const timer = options.clock.every(INTERVAL_MS, () => {
    round = round.then(() => clean(options));
  });
  return {
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]();
      await round;
    },
  };
}

async function clean({ registry, retention, clock, report }: HousekeeperOptions): Promise<void> {
  try {
    await registry.housekeep();
    await registry.audit.prune({
      olderThan: clock.now() - retention.auditMs,
      keepRows: retention.auditRows,
    });
  } catch (error) {
    report(toError(error), 'old rows could not be removed');
  }
}
