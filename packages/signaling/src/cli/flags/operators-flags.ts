/** @module Options for operators and monitoring programs. */
import { parseDuration } from '@longwire/protocol';
import { parseMetricsToken } from '../../config/metrics-token.ts';
import { DEFAULT_SESSION_LIFETIME } from '../../operators/operator-session-extender.ts';
import type { FlagGroup } from './flag-group.ts';
import { fileOption, flag, option, reader } from './option.ts';

/** Values parsed by commander. */
export interface OperatorsFlags {
  readonly sessionIdle: number;
  readonly sessionLifetime: number;
  readonly metricsToken?: string;
  readonly metricsPublic: boolean;
}

/** Options for operators and monitoring programs. */
export const operatorsFlags: FlagGroup<OperatorsFlags> = {
  heading: 'Operators:',
  options: () => [
    option('--session-idle <duration>', 'idle time after which an operator is logged out')
      .argParser(reader(parseDuration))
      .default(DEFAULT_SESSION_LIFETIME.idleMs, '2h'),
    option('--session-lifetime <duration>', 'time after login when an operator is logged out in any case')
      .argParser(reader(parseDuration))
      .default(DEFAULT_SESSION_LIFETIME.absoluteMs, '12h'),
    option(
      '--metrics-token <token>',
      'bearer token for reading /metrics; without it only this machine may read them',
    )
      // not by reader(): commander would print the rejected value
      .argParser(parseMetricsToken),
    fileOption('metrics-token'),
    option('--metrics-public [true|false]', 'let all clients read /metrics')
      .argParser(flag)
      .preset('true')
      .default(false),
  ],
  toService: ({ sessionIdle, sessionLifetime, metricsToken, metricsPublic }) => ({
    sessionLifetime: { idleMs: sessionIdle, absoluteMs: sessionLifetime },
    metricsAccess: { token: metricsToken, isPublic: metricsPublic },
  }),
};
