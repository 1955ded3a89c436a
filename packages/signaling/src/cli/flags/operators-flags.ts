/** @module People and programs that run the service. */
import { parseDuration } from '@longwire/protocol';
import { DEFAULT_SESSION_LIFETIME } from '../../operators/session-keeper.ts';
import type { FlagGroup } from './flag-group.ts';
import { fileOption, flag, option, reader } from './option.ts';

/** As commander gives them. */
export interface OperatorsFlags {
  readonly sessionIdle: number;
  readonly sessionLifetime: number;
  readonly metricsToken?: string;
  readonly metricsPublic: boolean;
}

/** People and programs that run the service. */
export const operatorsFlags: FlagGroup<OperatorsFlags> = {
  heading: 'Operators:',
  options: () => [
    option('--session-idle <duration>', 'an operator who does nothing for so long is logged out')
      .argParser(reader(parseDuration))
      .default(DEFAULT_SESSION_LIFETIME.idleMs, '2h'),
    option('--session-lifetime <duration>', 'an operator is logged out so long after the login in any case')
      .argParser(reader(parseDuration))
      .default(DEFAULT_SESSION_LIFETIME.absoluteMs, '12h'),
    option(
      '--metrics-token <token>',
      'who shows it as a bearer may read /metrics; without it only this machine may',
    ),
    fileOption('metrics-token'),
    option('--metrics-public [true|false]', 'everybody may read /metrics')
      .argParser(flag)
      .preset('true')
      .default(false),
  ],
  toService: ({ sessionIdle, sessionLifetime, metricsToken, metricsPublic }) => ({
    sessionLifetime: { idleMs: sessionIdle, absoluteMs: sessionLifetime },
    metricsAccess: { token: metricsToken, isPublic: metricsPublic },
  }),
};
