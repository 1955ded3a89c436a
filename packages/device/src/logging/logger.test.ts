import { EdgeError } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { redacted, redactingLogger, silentLogger } from './logger.ts';

test('fault 10: secrets are taken out by name, at any depth', () => {
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
