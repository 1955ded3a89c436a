/** @module Log options. */
import type { FlagGroup } from './flag-group.ts';
import { option } from './option.ts';

/** Values parsed by commander. */
export interface LogFlags {
  readonly logLevel: string;
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'];

/** Options of the log. */
export const logFlags: FlagGroup<LogFlags> = {
  heading: 'Logs:',
  options: () => [
    option('--log-level <level>', 'lowest level of lines written to stderr')
      .choices(LOG_LEVELS)
      .default('info'),
  ],
  toService: ({ logLevel }) => ({ log: { level: logLevel, stream: process.stderr } }),
};
