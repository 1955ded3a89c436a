/** @module Lines of the log: their format, their levels, and no password of an address in them. */
import { expect, test } from 'vitest';
import { createStderrLogger, type StderrLoggerOptions } from './stderr-logger.ts';

function lines(options: StderrLoggerOptions): string[] {
  const written: string[] = [];
  const logger = createStderrLogger({ ...options, write: (line) => void written.push(line) });
  logger.debug('a.debug');
  logger.info('an.info', { reason: 'rtsp://user:canary@host/x and http://canary@host', event: 'other' });
  logger.error('an.error', {});
  return written;
}

test('writes a time, a level, an event and its fields per line', () => {
  const [first, second] = lines({});
  expect(first).toMatch(
    /^\d{4}-\S+Z info an\.info \{"reason":"rtsp:\/\/host\/x and http:\/\/host","event":"other"\}\n$/u,
  );
  expect(second).toMatch(/ error an\.error\n$/u);
});

test('writes one JSON object per line, whose time, level and event no field can replace', () => {
  const [first = ''] = lines({ format: 'json' });
  expect(JSON.parse(first)).toMatchObject({
    level: 'info',
    event: 'an.info',
    reason: 'rtsp://host/x and http://host',
  });
});

test.each([
  [{ level: 'debug' as const }, 3],
  [{}, 2],
  [{ level: 'error' as const }, 1],
])('%j writes %i lines', (options, count) => expect(lines(options)).toHaveLength(count));

test('a logged value cannot end its line or send escape sequences to a terminal', () => {
  const written: string[] = [];
  const name = 'a\nb\u001B[2Jc\u009B2Jd\u2028e\u202Ef\u00ADg\u061Ch\u2060i\u{E0041}j';
  createStderrLogger({ write: (line) => void written.push(line) }).info('an.info', { name });
  const [line = ''] = written;
  expect(line).toMatch(/^[\u0020-\u007E]+\n$/u);
  expect(JSON.parse(line.slice(line.indexOf('{')))).toEqual({ name });
});
