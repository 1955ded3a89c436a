/** @module Secrets never reach a logger, whichever field contains them. */
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

describe('redactingLogger', () => {
  test.each(SECRET_FIELDS)('redacts %s at any depth and in any case', (field) => {
    const { logger, lines } = recording();
    const secret = { [field]: 'canary', [field.toUpperCase()]: 'canary' };
    redactingLogger(logger).info('event', { ...secret, nested: [{ deeper: secret }], kept: 'yes' });
    expect(JSON.stringify(lines)).not.toContain('canary');
    expect(JSON.stringify(lines)).toContain(REDACTED);
    expect(JSON.stringify(lines)).toContain('"kept":"yes"');
  });

  test('drops fields below the maximum depth', () => {
    const { logger, lines } = recording();
    redactingLogger(logger).info('event', { a: { b: { c: { d: { e: { sct: 'canary' } } } } } });
    expect(JSON.stringify(lines)).not.toContain('canary');
  });

  test('terminates for circular fields', () => {
    const { logger, lines } = recording();
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    redactingLogger(logger).info('event', circle);
    expect(lines).toHaveLength(1);
  });

  test('logs an error as name, message and code if messages are kept, without its cause', () => {
    const { logger, lines } = recording();
    const error = new Error('words', { cause: 'canary' });
    redactingLogger(logger, { errorMessages: 'keep' }).warn('event', { error });
    expect(lines).toEqual([
      { level: 'warn', event: 'event', fields: { error: { name: 'Error', message: 'words' } } },
    ]);
  });
});

test('redacted removes secrets by name at any depth', () => {
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

test('redacted replaces bytes by their length and errors by name and code, since a message may quote input', () => {
  const error = new EdgeError('ERR_CBOR', 'canary');
  expect(redacted({ bytes: new Uint8Array(5), error, other: new Error('canary') })).toEqual({
    bytes: '5 bytes',
    error: { name: 'EdgeError', code: 'ERR_CBOR' },
    other: { name: 'Error' },
  });
});

test('redacted terminates for circular values', () => {
  const loop: Record<string, unknown> = {};
  loop['loop'] = loop;
  expect(() => JSON.stringify(redacted({ loop }))).not.toThrow();
});

function broken(): never {
  throw new Error('disk full');
}

test('redactingLogger drops errors that the logger throws', () => {
  const logger = redactingLogger({ ...silentLogger, info: broken });
  expect(() => logger.info('event', { a: 1 })).not.toThrow();
});
