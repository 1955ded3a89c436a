/** @module The identity file: created once, private, never overwritten. */
import { createPublicKey, generateKeyPairSync, webcrypto } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base64urlDecode, fingerprintOfDer, verifyChallengeToken } from '@longwire/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ResourceHarness } from '../coap/resource-harness.fixture.ts';
import { createIdentity, loadIdentity, loadOrCreateIdentity } from './identity-file.ts';
import { formatPrivateKey, generatePrivateKey, identityOf, parsePrivateKey } from './identity-key.ts';

let directory = '';
let file = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'longwire-identity-'));
  file = join(directory, 'identity.pem');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('the identity file', () => {
  test('is created once, and only its owner can read it', async () => {
    const first = await loadOrCreateIdentity(file);
    const content = readFileSync(file, 'utf8');
    const second = await loadOrCreateIdentity(file);
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(readFileSync(file, 'utf8')).toBe(content);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['identity.pem']);
  });

  test('is never overwritten', async () => {
    const { fingerprint } = await createIdentity(file);
    await expect(createIdentity(file)).rejects.toMatchObject({ code: 'ERR_ALREADY_EXISTS' });
    expect((await loadIdentity(file)).fingerprint).toBe(fingerprint);
  });

  test.each(['', 'rubbish', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'])(
    'with the content %j is an error and is not changed',
    async (content) => {
      writeFileSync(file, content, { mode: 0o600 });
      await expect(loadOrCreateIdentity(file)).rejects.toMatchObject({
        code: 'ERR_IDENTITY_FILE',
        message: `${file} is damaged: identity is not a private key in PEM`,
      });
      expect(readFileSync(file, 'utf8')).toBe(content);
    },
  );

  test('with a key on another curve or of another type is an error', () => {
    for (const { privateKey } of [
      generateKeyPairSync('ec', { namedCurve: 'P-384' }),
      generateKeyPairSync('ed25519'),
    ])
      expect(() => parsePrivateKey(formatPrivateKey(privateKey))).toThrow(
        expect.objectContaining({ code: 'ERR_IDENTITY_FILE' }),
      );
  });

  test('is refused when others can read it', async () => {
    await createIdentity(file);
    chmodSync(file, 0o640);
    await expect(loadIdentity(file)).rejects.toMatchObject({ code: 'ERR_IDENTITY_FILE' });
  });
});

describe('an identity', () => {
  test('has the SHA-256 of the SubjectPublicKeyInfo as its fingerprint', () => {
    const privateKey = generatePrivateKey();
    const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
    expect(identityOf(privateKey).fingerprint).toBe(fingerprintOfDer(spki));
  });

  test('does not reveal the private key in JSON or a log', () => {
    const privateKey = generatePrivateKey();
    const { d } = privateKey.export({ format: 'jwk' });
    expect(JSON.stringify(identityOf(privateKey))).not.toContain(d);
  });
});

/** One key in 256 has a leading zero byte in a given coordinate. */
function keyWithLeadingZero(coordinate: 'x' | 'y'): ReturnType<typeof generatePrivateKey> {
  for (;;) {
    const key = generatePrivateKey();
    const value = createPublicKey(key).export({ format: 'jwk' })[coordinate];
    if (base64urlDecode(value ?? '')[0] === 0) return key;
  }
}

describe('keys with a leading zero byte in a coordinate', () => {
  test.each(['x', 'y'] as const)(
    'in %s have coordinates of 32 bytes, and the challenge verifies',
    async (coordinate) => {
      const { fingerprint, key } = identityOf(keyWithLeadingZero(coordinate));
      expect(base64urlDecode(key.jwk.x)).toHaveLength(32);
      expect(base64urlDecode(key.jwk.y)).toHaveLength(32);
      const harness = new ResourceHarness({ identity: { fingerprint, key } });
      const client = harness.connect('laptop');
      const answer = await client.request('POST', '/webrtc/challenge', { json: { challenge: 'a nonce' } });
      expect(answer.statusCode).toBe(205);
      const { response } = JSON.parse(answer.text());
      const { clientFingerprint, deviceFingerprint } = client.session;
      const options = {
        token: response,
        nonce: 'a nonce',
        clientFingerprint,
        deviceFingerprint,
        subtle: webcrypto.subtle,
      };
      expect(await verifyChallengeToken({ ...options, expected: fingerprint })).toEqual({
        valid: true,
        bound: true,
        features: ['negotiation/1'],
      });
    },
  );
});

describe('the challenge is bound to this connection', () => {
  test('yields a token that is invalid on another connection', async () => {
    const harness = new ResourceHarness();
    const [victim, relay] = [harness.connect('victim'), harness.connect('relay')];
    const answer = await relay.request('POST', '/webrtc/challenge', { json: { challenge: 'a nonce' } });
    const { clientFingerprint, deviceFingerprint } = victim.session;
    const verdict = await verifyChallengeToken({
      token: JSON.parse(answer.text()).response,
      nonce: 'a nonce',
      expected: harness.identity.fingerprint,
      clientFingerprint,
      deviceFingerprint,
      subtle: webcrypto.subtle,
    });
    expect(verdict.valid).toBe(false);
  });

  test.each([
    ['no challenge', { json: {} }],
    ['a number', { json: { challenge: 5 } }],
    ['an empty one', { json: { challenge: '' } }],
    ['one that is too long', { json: { challenge: 'x'.repeat(1025) } }],
    ['null', { json: null }],
    ['another content format', { json: { challenge: 'x' }, contentFormat: 60 }],
    ['invalid JSON', { bytes: new Uint8Array([123]), contentFormat: 50 }],
  ])('is a 400 for %s', async (_, body) => {
    const answer = await new ResourceHarness().connect('laptop').request('POST', '/webrtc/challenge', body);
    expect(answer.statusCode).toBe(400);
  });

  test('signs the longest nonce', async () => {
    const json = { challenge: 'x'.repeat(1024) };
    const client = new ResourceHarness().connect('laptop');
    expect((await client.request('POST', '/webrtc/challenge', { json })).statusCode).toBe(205);
  });

  test('is refused once DTLS has ended', async () => {
    const client = new ResourceHarness().connect('laptop');
    client.session.end();
    const answer = await client.request('POST', '/webrtc/challenge', { json: { challenge: 'a nonce' } });
    expect(answer.statusCode).toBe(403);
  });
});
