/** @module Periodically removes outdated rows. */
import { every, toError, type Clock } from '@longwire/protocol';
import type { Registry } from '../ports/registry.ts';
import type { ReportError } from './database.ts';

/** How much of the audit table is kept. */
export interface Retention {
  /** Maximum age of rows, in milliseconds. */
  readonly auditMs: number;
  /** Number of newest rows kept at most. */
  readonly auditRows: number;
}

/** Ninety days, as needed after most incidents, and a few hundred megabytes. */
export const DEFAULT_RETENTION: Retention = { auditMs: 90 * 86_400_000, auditRows: 1_000_000 };

/** Interval of runs, in milliseconds; each finds little to do. */
const INTERVAL_MS = 600_000;

/** Options of {@link startRetentionJob}. */
export interface RetentionJobOptions {
  readonly registry: Pick<Registry, 'audit' | 'prune'>;
  readonly retention: Retention;
  readonly clock: Clock;
  readonly report: ReportError;
}

/** Runs at an interval until disposed; a failed run is reported and made up for by the next. */
export function startRetentionJob(options: RetentionJobOptions): AsyncDisposable {
  let round = Promise.resolve();
  const timer = every(options.clock, INTERVAL_MS, () => {
    round = round.then(() => clean(options));
  });
  return {
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]();
      await round;
    },
  };
}

async function clean({ registry, retention, clock, report }: RetentionJobOptions): Promise<void> {
  try {
    await registry.prune();
    await registry.audit.prune({
      olderThan: clock.wall() - retention.auditMs,
      keepRows: retention.auditRows,
    });
  } catch (error) {
    report(toError(error), 'cannot remove old rows');
  }
}
