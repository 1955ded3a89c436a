/** @module Events become lines of the service's log. */
import { expect, test } from 'vitest';
import { eventLog } from './event-log.ts';
import type { Log, LogFields } from './log.ts';

test('an event is the message of a line of its level, with plain fields and the error as fields of its own', () => {
  const lines: [level: string, fields: LogFields, message: string][] = [];
  const at =
    (level: string) =>
    (fields: LogFields, message: string): void =>
      void lines.push([level, fields, message]);
  const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const logger = eventLog(log);
  logger.debug('a.b');
  logger.info('a.c', { node: 'n', seq: 1, isLast: true, secret: { sct: 'x' } });
  const error = new RangeError('too far');
  logger.warn('a.d', { node: 'n', error });
  logger.error('a.e', { error });
  const errorLine = { error: 'RangeError', errorMessage: 'too far', stack: error.stack };
  expect(lines).toEqual([
    ['debug', {}, 'a.b'],
    ['info', { node: 'n', seq: 1, isLast: true }, 'a.c'],
    ['warn', { node: 'n', ...errorLine }, 'a.d'],
    ['error', errorLine, 'a.e'],
  ]);
});
