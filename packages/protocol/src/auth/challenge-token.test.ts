/** @module Which challenge tokens are valid, and which are bound to this connection. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base64urlDecode, base64urlEncode } from '../bytes/base64url.ts';
import { hexToBytes } from '../bytes/hex.ts';
import { utf8Decode, utf8Encode } from '../bytes/utf8.ts';
import { scalarWithZeroAt, signingKey, subtle } from '../jws/signing-key.fixture.ts';
import type { SigningKey } from '../jws/signing-key.ts';
import { makeChallengeToken, verifyChallengeToken, type ChallengeVerdict } from './challenge-token.ts';
import recorded from './challenge.vectors.json' with { type: 'json' };
import { parseFingerprint } from './fingerprint.ts';
import { publicKeyFingerprint } from './public-key-fingerprint.ts';

const clientFingerprint = parseFingerprint('c1'.repeat(32));
const deviceFingerprint = parseFingerprint('d1'.repeat(32));
const key = signingKey(5n);
const nonce = 'a-nonce';
const names = { client_fingerprint: clientFingerprint, device_fingerprint: deviceFingerprint };
const header = { alg: 'ES256', typ: 'JWS', jwk: key.jwk };
const BOUND: ChallengeVerdict = { valid: true, bound: true, features: [] };

/** A correctly signed token with these texts as header and payload. */
async function signed(head: string, body: string, by: SigningKey = key): Promise<string> {
  const input = `${base64urlEncode(utf8Encode(head))}.${base64urlEncode(utf8Encode(body))}`;
  return `${input}.${base64urlEncode(await by.sign(utf8Encode(input)))}`;
}

function verify(
  token: string,
  changes: Partial<Parameters<typeof verifyChallengeToken>[0]> = {},
): Promise<ChallengeVerdict> {
  const expected = publicKeyFingerprint(key.jwk);
  return verifyChallengeToken({
    token,
    nonce,
    expected,
    clientFingerprint,
    deviceFingerprint,
    subtle,
    ...changes,
  });
}

const good = await makeChallengeToken({ nonce, clientFingerprint, deviceFingerprint, key });

describe('recorded challenge tokens', () => {
  const cases = recorded.cases.flatMap((row) => {
    const response = row.steps[1]?.response;
    const json = response !== undefined && 'json' in response ? response.json : undefined;
    return json?.response === undefined ? [] : [{ ...row, token: json.response }];
  });

  test('are two', () => {
    expect(recorded.source).toBe('a deployed device implementation');
    expect(cases.map((row) => row.name)).toEqual([
      'challenge, device key: x starts with 00',
      'challenge, device key: ordinary key',
    ]);
  });

  test.each(cases)('$name: valid and bound with the fingerprint of the device', async (row) => {
    const expected = parseFingerprint(row.deviceFingerprint ?? '');
    expect(await verify(row.token, { nonce: 'nonce', expected })).toEqual(BOUND);
  });

  test.each([
    ['another nonce', { nonce: 'other' }],
    ['another key', { expected: parseFingerprint('ab'.repeat(32)) }],
    ['another certificate of the client', { clientFingerprint: deviceFingerprint }],
    ['another certificate of the device', { deviceFingerprint: clientFingerprint }],
  ])('both keys with %s are invalid', async (_title, change) => {
    for (const { token, deviceFingerprint: recordedFingerprint } of cases) {
      const expected = parseFingerprint(recordedFingerprint ?? '');
      expect(await verify(token, { nonce: 'nonce', expected, ...change })).toMatchObject({ valid: false });
    }
  });
});

const make = (features: readonly string[] = []): Promise<string> =>
  makeChallengeToken({ nonce, clientFingerprint, deviceFingerprint, key, features });

describe('the extensions in a challenge token', () => {
  test('are part of the verdict only if the token is valid', async () => {
    const token = await make(['negotiation/1']);
    expect(await verify(token)).toEqual({ valid: true, bound: true, features: ['negotiation/1'] });
    expect(await verify(token, { nonce: 'other' })).toMatchObject({ valid: false, features: [] });
    const [head, body = '', tail] = (await make()).split('.');
    const claims: object = JSON.parse(utf8Decode(base64urlDecode(body)));
    const more = base64urlEncode(utf8Encode(JSON.stringify({ ...claims, features: ['negotiation/1'] })));
    expect(await verify([head, more, tail].join('.'))).toMatchObject({ valid: false, features: [] });
  });

  test('are empty, without a claim, if the device has none', async () => {
    const [, body = ''] = (await make()).split('.');
    expect(Object.keys(JSON.parse(utf8Decode(base64urlDecode(body))))).toEqual([
      'nonce',
      ...Object.keys(names),
    ]);
    expect(await verify(await make([]))).toEqual(BOUND);
  });

  test.each([null, 'negotiation/1', 7, {}, [1, null]])(
    'are empty for the malformed claim %j',
    async (features) => {
      const body = JSON.stringify({ nonce, ...names, features });
      expect(await verify(await signed(JSON.stringify(header), body))).toEqual(BOUND);
    },
  );
});

describe('makeChallengeToken', () => {
  test('writes exactly the header and payload of PROTOCOL.md section 6', () => {
    const [head, body] = good.split('.').map((part) => utf8Decode(base64urlDecode(part)));
    expect(JSON.parse(head ?? '')).toEqual({ alg: 'ES256', typ: 'JWS', jwk: key.jwk });
    expect(JSON.parse(body ?? '')).toEqual({ nonce, ...names });
  });

  test('makes tokens that are valid and bound', async () => {
    expect(await verify(good)).toEqual(BOUND);
  });

  test.each([
    ['x', 1],
    ['y', 33],
  ] as const)('keeps the 32 bytes of a key whose %s begins with a zero byte', async (coordinate, index) => {
    const zero = signingKey(scalarWithZeroAt(index));
    expect(base64urlDecode(zero.jwk[coordinate])).toHaveLength(32);
    expect(base64urlDecode(zero.jwk[coordinate])[0]).toBe(0);
    const token = await makeChallengeToken({ nonce, clientFingerprint, deviceFingerprint, key: zero });
    expect(await verify(token, { expected: publicKeyFingerprint(zero.jwk) })).toEqual(BOUND);
  });

  test('never includes the private key', async () => {
    const jwk = { ...key.jwk, d: base64urlEncode(hexToBytes('05'.padStart(64, '0'))) };
    const token = await makeChallengeToken({
      nonce,
      clientFingerprint,
      deviceFingerprint,
      key: { ...key, jwk },
    });
    expect(utf8Decode(base64urlDecode(token.split('.')[0] ?? ''))).not.toContain('"d"');
  });

  test.each<[string, SigningKey]>([
    ['a signature in DER', { ...key, sign: () => Promise.resolve(new Uint8Array(70)) }],
    ['a key that fails', { ...key, sign: () => Promise.reject(new Error('gone')) }],
    [
      'a coordinate without its zero byte',
      { ...key, jwk: { ...key.jwk, x: base64urlEncode(new Uint8Array(31)) } },
    ],
  ])('%s is ERR_CHALLENGE_TOKEN', async (_title, broken) => {
    const made = makeChallengeToken({ nonce, clientFingerprint, deviceFingerprint, key: broken });
    await expect(made).rejects.toMatchObject({ code: 'ERR_CHALLENGE_TOKEN' });
  });
});

describe('the binding of a challenge token', () => {
  test.each<[string, object, ChallengeVerdict | { valid: false }]>([
    [
      'both names, upper case',
      {
        client_fingerprint: clientFingerprint.toUpperCase(),
        device_fingerprint: deviceFingerprint.toUpperCase(),
      },
      BOUND,
    ],
    ['no names: an old device', {}, { valid: true, bound: false, features: [] }],
    ['only the client', { client_fingerprint: clientFingerprint }, { valid: false }],
    ['only the device', { device_fingerprint: deviceFingerprint }, { valid: false }],
    [
      'swapped',
      { client_fingerprint: deviceFingerprint, device_fingerprint: clientFingerprint },
      { valid: false },
    ],
    ['null', { client_fingerprint: null, device_fingerprint: null }, { valid: false }],
    ['a list', { ...names, client_fingerprint: [clientFingerprint] }, { valid: false }],
    ['empty', { client_fingerprint: '', device_fingerprint: '' }, { valid: false }],
    [
      'with colons',
      { ...names, client_fingerprint: Array.from({ length: 32 }, () => 'c1').join(':') },
      { valid: false },
    ],
    ['with a space', { ...names, client_fingerprint: `${clientFingerprint} ` }, { valid: false }],
  ])('%s', async (_title, claims, verdict) => {
    const token = await signed(JSON.stringify(header), JSON.stringify({ nonce, ...claims }));
    expect(await verify(token)).toMatchObject(verdict);
  });
});

describe('verifyChallengeToken rejects a correctly signed token with', () => {
  const body = JSON.stringify({ nonce, ...names });
  const head = JSON.stringify(header);

  test.each([
    ['no nonce', head, JSON.stringify(names)],
    ['a nonce that is a number', head, JSON.stringify({ nonce: 1, ...names })],
    ['a nonce that is a list', head, JSON.stringify({ nonce: [nonce], ...names })],
    ['two nonces, the last one right', head, body.replace('{', '{"nonce":"x",')],
    ['two nonces, the last one wrong', head, body.replace(/\}$/u, ',"nonce":"x"}')],
    ['two nonces, one written with an escape', head, body.replace('{', '{"n\\u006fnce":"x",')],
    ['a client twice', head, body.replace('{', '{"client_fingerprint":"x",')],
    ['two keys', head.replace('{', `{"jwk":${JSON.stringify(signingKey(6n).jwk)},`), body],
    ['two x in its key', head.replace('"x"', '"x":"AA","x"'), body],
    ['a payload that is a list', head, JSON.stringify([nonce])],
    ['a payload that is no JSON', head, 'nonce'],
    ['alg none', JSON.stringify({ ...header, alg: 'none' }), body],
    ['alg HS256', JSON.stringify({ ...header, alg: 'HS256' }), body],
    ['alg es256', JSON.stringify({ ...header, alg: 'es256' }), body],
    ['no alg', JSON.stringify({ jwk: key.jwk }), body],
    ['a critical extension', JSON.stringify({ ...header, crit: ['b64'], b64: false }), body],
    ['no key', JSON.stringify({ alg: 'ES256', typ: 'JWS' }), body],
    ['a key that is text', JSON.stringify({ ...header, jwk: 'key' }), body],
    ['a key of another curve', JSON.stringify({ ...header, jwk: { ...key.jwk, crv: 'P-384' } }), body],
    ['a key of another kind', JSON.stringify({ ...header, jwk: { ...key.jwk, kty: 'oct' } }), body],
    ['a key off the curve', JSON.stringify({ ...header, jwk: { ...key.jwk, y: key.jwk.x } }), body],
    ['padding in its key', JSON.stringify({ ...header, jwk: { ...key.jwk, x: `${key.jwk.x}=` } }), body],
    ['the key of another signer', JSON.stringify({ ...header, jwk: signingKey(6n).jwk }), body],
  ])('%s', async (_title, head, body) => {
    expect(await verify(await signed(head, body))).toMatchObject({ valid: false, bound: false });
  });

  test('the expected key but a signature by another', async () => {
    expect(await verify(await signed(head, body, signingKey(6n)))).toEqual({
      valid: false,
      bound: false,
      features: [],
      reason: 'signature does not verify',
    });
  });

  test('accepts JSON members in any order', async () => {
    const sorted = JSON.stringify({
      alg: 'ES256',
      jwk: { y: key.jwk.y, x: key.jwk.x, kty: 'EC', crv: 'P-256' },
      typ: 'JWS',
    });
    expect(await verify(await signed(sorted, JSON.stringify({ ...names, nonce })))).toEqual(BOUND);
  });
});

describe('verifyChallengeToken returns invalid without throwing for', () => {
  const [head = '', body = '', tail = ''] = good.split('.');

  test.each([
    ['empty', ''],
    ['dots', '..'],
    ['two parts', `${head}.${body}`],
    ['four parts', `${good}.`],
    ['padding', `${good}=`],
    ['a short signature', `${head}.${body}.${tail.slice(0, 84)}`],
    ['no signature', `${head}.${body}.`],
    ['too long', `${good}${'A'.repeat(9000)}`],
    ['deep JSON', `${base64urlEncode(utf8Encode('['.repeat(6000)))}.${body}.${tail}`],
  ])('%s', async (_title, token) => {
    expect(await verify(token)).toMatchObject({ valid: false, bound: false });
  });

  test('any text, and any change of a valid token', async () => {
    const changed = fc.tuple(fc.nat(good.length - 1), fc.constantFrom(...'ABab01-_.={"'.split('')));
    const texts = fc.oneof(
      fc.string(),
      changed.map(([at, by]) => good.slice(0, at) + by + good.slice(at + 1)),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (token) => {
        expect((await verify(token)).valid).toBe(token === good);
      }),
    );
  });
});

test('verifyChallengeToken throws ERR_NO_SUBTLE_CRYPTO without WebCrypto, even for a bad token', async () => {
  await expect(verify(good, { subtle: undefined })).rejects.toMatchObject({ code: 'ERR_NO_SUBTLE_CRYPTO' });
  await expect(verify('', { subtle: undefined })).rejects.toMatchObject({ code: 'ERR_NO_SUBTLE_CRYPTO' });
});

test('verifyChallengeToken throws ERR_CHALLENGE_TOKEN if WebCrypto itself fails', async () => {
  const broken = {
    ...subtle,
    importKey: () => Promise.reject(new Error('gone')),
    verify: () => Promise.resolve(true),
  };
  await expect(verify(good, { subtle: broken })).rejects.toMatchObject({ code: 'ERR_CHALLENGE_TOKEN' });
});
