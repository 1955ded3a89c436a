/** @module Which tokens are valid: signature, issuer, audience and time. */
import { EdgeError, redactingLogger, type Logger } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { EARLIEST_CLOCK_MS } from '../../iam/access-end.ts';
import { AUDIENCE, ISSUER, makeSigner, signWith } from './issuer.fixture.ts';
import type { OauthOptions } from './oauth-options.ts';
import { createTokenVerifier, type VerifyToken } from './token-verifier.ts';

const NOW_MS = 1_800_000_000_000;
const SECONDS = NOW_MS / 1000;
const signer = await makeSigner('k1', 'ES256', () => NOW_MS);
const stranger = await makeSigner('k1', 'ES256', () => NOW_MS);
const jwks = { keys: [signer.jwk] };

/** The subject of a token, or undefined for an invalid one. */
async function subjectOf(token: string, oauth: Partial<OauthOptions> = {}): Promise<string | undefined> {
  const verify = createTokenVerifier({
    oauth: { issuer: ISSUER, audience: AUDIENCE, jwks, ...oauth },
    nowMs: () => NOW_MS,
  });
  try {
    return await verify(token);
  } catch (error) {
    if (error instanceof EdgeError && error.code === 'ERR_JWT') return undefined;
    throw error;
  }
}

/** A verifier at a time. */
const at = (nowMs: number): VerifyToken =>
  createTokenVerifier({ oauth: { issuer: ISSUER, jwks }, nowMs: () => nowMs });

const filled = (length: number): Promise<string> => signer.sign({ filler: 'x'.repeat(length) });

describe('accepts a token', () => {
  test.each(['ES256', 'ES384', 'ES512', 'RS256', 'PS256', 'EdDSA'])('signed by %s', async (alg) => {
    const other = await makeSigner('k2', alg, () => NOW_MS);
    expect(await subjectOf(await other.sign(), { jwks: { keys: [signer.jwk, other.jwk] } })).toBe(
      'subject-bob',
    );
  });

  test.each<[string, Record<string, unknown>]>([
    ['with one audience of several', { aud: ['other', AUDIENCE] }],
    ['expired 59 s ago', { exp: SECONDS - 59 }],
    ['valid in 60 s', { nbf: SECONDS + 60 }],
    ['without an expiry', { exp: undefined }],
  ])('%s', async (_, claims) => {
    expect(await subjectOf(await signer.sign(claims))).toBe('subject-bob');
  });

  test('of 8192 characters or the next length below, and none longer', async () => {
    let filler = 5_000;
    while ((await filled(filler + 1)).length <= 8192) filler += filler < 5_900 ? 100 : 1;
    const [longest, longer] = [await filled(filler), await filled(filler + 1)];
    expect(longer.length - longest.length).toBeLessThanOrEqual(2);
    expect([await subjectOf(longest), await subjectOf(longer)]).toEqual(['subject-bob', undefined]);
  });

  test('of an issuer with fifty keys', async () => {
    const others = Array.from({ length: 49 }, (_, index) => ({ ...stranger.jwk, kid: `other ${index}` }));
    expect(await subjectOf(await signer.sign(), { jwks: { keys: [...others, signer.jwk] } })).toBe(
      'subject-bob',
    );
  });

  test('for any audience where none is configured', async () => {
    const verify = createTokenVerifier({ oauth: { issuer: ISSUER, jwks }, nowMs: () => NOW_MS });
    expect(await verify(await signer.sign({ aud: 'another audience' }))).toBe('subject-bob');
    expect(await verify(await signer.sign({ aud: undefined }))).toBe('subject-bob');
  });
});

const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'subject-bob', exp: SECONDS + 60 };
const unsigned = [{ alg: 'none', kid: 'k1' }, claims]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');
const publicBytes = new TextEncoder().encode(JSON.stringify(signer.jwk));
const good = await signer.sign();

describe('refuses a token', () => {
  test.each<[string, () => string | Promise<string>]>([
    ['of another key with the same kid', () => stranger.sign()],
    ['of an unknown kid', () => signer.sign({}, { kid: 'k2' })],
    ['without a kid', () => signer.sign({}, { kid: undefined })],
    ['with an empty kid', () => signer.sign({}, { kid: '' })],
    ['of another issuer', () => signer.sign({ iss: 'https://other.example' })],
    ['of no issuer', () => signer.sign({ iss: undefined })],
    ['for another audience', () => signer.sign({ aud: 'other' })],
    ['for other audiences', () => signer.sign({ aud: ['other', 'another'] })],
    ['for no audience', () => signer.sign({ aud: undefined })],
    ['expired 60 s ago', () => signer.sign({ exp: SECONDS - 60 })],
    ['whose end is no number', () => signer.sign({ exp: 'never' })],
    ['valid in 61 s', () => signer.sign({ nbf: SECONDS + 61 })],
    ['without a subject', () => signer.sign({ sub: undefined })],
    ['with an empty subject', () => signer.sign({ sub: '' })],
    [
      'with a MAC keyed with the public key',
      () => signWith(publicBytes, claims, { alg: 'HS256', kid: 'k1' }),
    ],
    ['without a signature', () => `${unsigned}.`],
    ['with an algorithm that is none', () => `${unsigned}.${good.split('.')[2]}`],
    ['with a changed signature', () => `${good.slice(0, -6)}AAAAAA`],
    ['with changed claims', () => good.replace(/\.[^.]*\./u, `.${unsigned.split('.')[1]}A.`)],
    ['with an unknown critical header', () => signer.sign({}, { crit: ['x'], x: 1 })],
    ['longer than the limit', () => signer.sign({ filler: 'x'.repeat(9000) })],
    ['that is garbage', () => 'abc'],
    ['that is empty', () => ''],
  ])('%s', async (_, token) => {
    const text = await Promise.resolve(token()).catch(() => 'it could not even be made');
    expect(await subjectOf(text)).toBeUndefined();
  });

  test('without an expiry, where tokens must expire', async () => {
    expect(await subjectOf(await signer.sign({ exp: undefined }), { requireExpiry: true })).toBeUndefined();
    expect(await subjectOf(await signer.sign(), { requireExpiry: true })).toBe('subject-bob');
  });

  test('that expires, while the clock of the device is not set', async () => {
    const refused = { code: 'ERR_JWT', message: expect.stringContaining("this device's clock is not set") };
    for (const nowMs of [0, EARLIEST_CLOCK_MS - 1])
      await expect(at(nowMs)(good)).rejects.toMatchObject(refused);
    expect(await at(EARLIEST_CLOCK_MS)(good)).toBe('subject-bob');
    expect(await at(0)(await signer.sign({ exp: undefined }))).toBe('subject-bob');
  });

  test('signed with a key for another use', async () => {
    for (const change of [{ use: 'enc' }, { alg: 'ES384' }, { key_ops: ['sign'] }])
      expect(await subjectOf(good, { jwks: { keys: [{ ...signer.jwk, ...change }] } })).toBeUndefined();
  });

  test('whose kid two keys have', async () => {
    expect(await subjectOf(good, { jwks: { keys: [signer.jwk, stranger.jwk] } })).toBeUndefined();
  });
});

describe('OAuth options', () => {
  test.each<[string, Partial<OauthOptions>]>([
    ['no issuer', { issuer: '' }],
    ['an empty audience', { audience: '' }],
    ['keys over plain http', { jwks: 'http://issuer.example/keys' }],
    ['keys from a file', { jwks: 'file:///etc/keys.json' }],
    ['keys behind a password', { jwks: 'https://user:password@issuer.example/keys' }],
    ['a location that is no URL', { jwks: 'keys' }],
    ['no keys', { jwks: { keys: [] } }],
    ['keys without a kid', { jwks: { keys: [{ ...signer.jwk, kid: undefined }] } }],
    ['a private key', { jwks: { keys: [{ ...signer.jwk, d: 'AAAA' }] } }],
    ['a symmetric key', { jwks: { keys: [{ kty: 'oct', k: 'AAAA', kid: 'k1' }] } }],
    ['more keys than the limit', { jwks: { keys: Array.from({ length: 51 }, () => signer.jwk) } }],
  ])('are refused with %s', (_, change) => {
    expect(() => createTokenVerifier({ oauth: { issuer: ISSUER, jwks, ...change } })).toThrow(
      expect.objectContaining({ code: 'ERR_DEVICE_OPTIONS' }),
    );
  });

  test.each([
    'https://issuer.example/keys',
    'http://localhost:1/k',
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
  ])('are accepted with keys at %s', (url) => {
    expect(() => createTokenVerifier({ oauth: { issuer: ISSUER, jwks: url } })).not.toThrow();
  });
});

test('the error quotes no part of the token', async () => {
  const lines: string[] = [];
  const write = (event: string, fields?: unknown): void =>
    void lines.push(`${event} ${JSON.stringify(fields)}`);
  const logger: Logger = redactingLogger({ debug: write, info: write, warn: write, error: write });
  const verify = createTokenVerifier({ oauth: { issuer: ISSUER, jwks }, logger, nowMs: () => NOW_MS });
  for (const token of [await stranger.sign(), await signer.sign({ iss: 'x' }), 'abc.def.ghi']) {
    const error: unknown = await verify(token).catch((cause: unknown) => cause);
    expect(String(error)).not.toContain(token.slice(-20));
  }
  expect(lines.join('')).not.toContain('ey');
});
