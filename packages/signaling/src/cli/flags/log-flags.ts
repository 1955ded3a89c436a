/** @module What the service says on stderr. */
import type { FlagGroup } from './flag-group.ts';
import { option } from './option.ts';

/** As commander gives them. */
export interface LogFlags {
  readonly logLevel: string;
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'];

/** Log lines. */
export const logFlags: FlagGroup<LogFlags> = {
  heading: 'Logs:',
  options: () => [
    option('--log-level <level>', 'lines from this level on go to stderr')
      .choices(LOG_LEVELS)
      .default('info'),
  ],
  toService: ({ logLevel }) => ({ log: { level: logLevel, stream: process.stderr } }),
};
