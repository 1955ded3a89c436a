/** @module What is kept and for how long. */
import { DEFAULT_RETENTION } from '../../registry/retention-job.ts';
import type { FlagGroup } from './flag-group.ts';
import { option, wholeNumber } from './option.ts';

/** Values parsed by commander. */
export interface RetentionFlags {
  readonly auditDays: number;
  readonly auditRows: number;
}

const DAY_MS = 86_400_000;

/** What is kept, and for how long. */
export const retentionFlags: FlagGroup<RetentionFlags> = {
  heading: 'Retention:',
  options: () => [
    option('--audit-days <n>', 'age in days after which audit rows are removed')
      .argParser(wholeNumber(1, 36_500))
      .default(DEFAULT_RETENTION.auditMs / DAY_MS),
    option('--audit-rows <n>', 'number of newest audit rows that are kept')
      .argParser(wholeNumber(1, 1_000_000_000))
      .default(DEFAULT_RETENTION.auditRows),
  ],
  toService: ({ auditDays, auditRows }) => ({ retention: { auditMs: auditDays * DAY_MS, auditRows } }),
};
