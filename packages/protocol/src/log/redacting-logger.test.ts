/** @module Secrets never reach a logger, by whatever field they come. */
import { describe, expect, test } from 'vitest';
import { EdgeError } from '../errors/edge-error.ts';
import { silentLogger, type LogFields, type Logger } from './logger.ts';
import { REDACTED, redacted, redactingLogger } from './redacting-logger.ts';

const SECRET_FIELDS = [
  'sct',
  'jwt',
  'token',
  'password',
  'credential',
  'passwordopenpassword',
  'passwordopensct',
  'payload',
  'sdp',
  'signal',
];

function recording(): { logger: Logger; lines: unknown[] } {
  const lines: unknown[] = [];
  const line =
    (level: string) =>
    (event: string, fields?: LogFields): void =>
      void lines.push({ level, event, fields });
  return {
    logger: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    lines,
  };
}

describe('what reaches a logger', () => {
  test.each(SECRET_FIELDS)('%s, at any depth and in any case', (field) => {
    const { logger, lines } = recording();
    const secret = { [field]: 'canary', [field.toUpperCase()]: 'canary' };
    redactingLogger(logger).info('event', { ...secret, nested: [{ deeper: secret }], kept: 'yes' });
    expect(JSON.stringify(lines)).not.toContain('canary');
    expect(JSON.stringify(lines)).toContain(REDACTED);
    expect(JSON.stringify(lines)).toContain('"kept":"yes"');
  });

  test('deeper than it looks, nothing is let through', () => {
    const { logger, lines } = recording();
    redactingLogger(logger).info('event', { a: { b: { c: { d: { e: { sct: 'canary' } } } } } });
    expect(JSON.stringify(lines)).not.toContain('canary');
  });

  test('a circle does not hang', () => {
    const { logger, lines } = recording();
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    redactingLogger(logger).info('event', circle);
    expect(lines).toHaveLength(1);
  });

  test('an error is its name, message and code where messages are kept, without its cause', () => {
    const { logger, lines } = recording();
    const error = new Error('words', { cause: 'canary' });
    redactingLogger(logger, { errorMessages: 'keep' }).warn('event', { error });
    expect(lines).toEqual([
      { level: 'warn', event: 'event', fields: { error: { name: 'Error', message: 'words' } } },
    ]);
  });
});

test('secrets are taken out by name, at any depth', () => {
  const secret = 'canary';
  const fields = redacted({
    password: secret,
    newPwd: secret,
    sct: secret,
    jwt: secret,
    token: secret,
    credential: secret,
    privateKey: secret,
    passwordVerifier: secret,
    KcA: secret,
    w: secret,
    payload: secret,
    headers: { Authorization: secret, list: [{ turnCredential: secret }] },
    username: 'bob',
    tokenId: 'id-1',
  });
  expect(JSON.stringify(fields)).not.toContain(secret);
  expect(fields).toMatchObject({ username: 'bob', tokenId: 'id-1' });
});

test('bytes are their length, and errors their name and code: a message may quote what was sent', () => {
  const error = new EdgeError('ERR_CBOR', 'canary');
  expect(redacted({ bytes: new Uint8Array(5), error, other: new Error('canary') })).toEqual({
    bytes: '5 bytes',
    error: { name: 'EdgeError', code: 'ERR_CBOR' },
    other: { name: 'Error' },
  });
});

test('a value that refers to itself ends somewhere', () => {
  const loop: Record<string, unknown> = {};
  loop['loop'] = loop;
  expect(() => JSON.stringify(redacted({ loop }))).not.toThrow();
});

function broken(): never {
  throw new Error('disk full');
}

test('a logger that throws does not stop the device', () => {
  const logger = redactingLogger({ ...silentLogger, info: broken });
  expect(() => logger.info('event', { a: 1 })).not.toThrow();
});
