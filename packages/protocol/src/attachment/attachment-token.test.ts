/** @module An attachment proof is valid for one key, nonce, service and device only. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeChallengeToken, verifyChallengeToken } from '../auth/challenge-token.ts';
import { parseFingerprint } from '../auth/fingerprint.ts';
import { publicKeyFingerprint } from '../auth/public-key-fingerprint.ts';
import { base64urlDecode } from '../bytes/base64url.ts';
import { utf8Decode } from '../bytes/utf8.ts';
import { signJws } from '../jws/compact-jws.ts';
import { scalarWithZeroAt, signingKey, subtle } from '../jws/signing-key.fixture.ts';
import { makeAttachmentToken, verifyAttachmentToken } from './attachment-token.ts';

const key = signingKey(5n);
const claims = { nonce: 'n0nce', audience: 'service.example:8443', productId: 'pr-1', deviceId: 'de-1' };
const expected = { ...claims, fingerprint: publicKeyFingerprint(key.jwk), subtle };
const token = await makeAttachmentToken({ ...claims, key });
const wire = {
  clientFingerprint: parseFingerprint('c1'.repeat(32)),
  deviceFingerprint: parseFingerprint('d1'.repeat(32)),
};
const rejection = { code: 'ERR_ATTACHMENT_TOKEN' };

test('makeAttachmentToken writes the header and payload of docs/protocol/attachment.md', () => {
  const [head, body] = token.split('.').map((part) => utf8Decode(base64urlDecode(part)));
  const { nonce, ...others } = claims;
  expect(JSON.parse(head ?? '')).toEqual({ alg: 'ES256', typ: 'longwire-attach+jws', jwk: key.jwk });
  expect(JSON.parse(body ?? '')).toEqual({ attach: nonce, ...others });
});

test.each([5n, scalarWithZeroAt(1), scalarWithZeroAt(33)])(
  'accepts the attachment proof of the registered key: scalar %s',
  async (scalar) => {
    const registered = signingKey(scalar);
    const proof = await makeAttachmentToken({ ...claims, key: registered });
    const fingerprint = publicKeyFingerprint(registered.jwk);
    await expect(verifyAttachmentToken(proof, { ...expected, fingerprint })).resolves.toBe(undefined);
  },
);

describe('verifyAttachmentToken throws ERR_ATTACHMENT_TOKEN for', () => {
  test.each([
    ['another nonce', { nonce: 'other' }],
    ['another service', { audience: 'evil.example:8443' }],
    ['another port', { audience: 'service.example' }],
    ['another product', { productId: 'pr-2' }],
    ['another device', { deviceId: 'de-2' }],
    ['another key', { fingerprint: publicKeyFingerprint(signingKey(6n).jwk) }],
  ])('%s', async (_title, change) => {
    await expect(verifyAttachmentToken(token, { ...expected, ...change })).rejects.toMatchObject(rejection);
  });

  test('the registered key with a signature by another', async () => {
    const forged = await makeAttachmentToken({ ...claims, key: { ...signingKey(6n), jwk: key.jwk } });
    await expect(verifyAttachmentToken(forged, expected)).rejects.toMatchObject(rejection);
  });

  test('another typ, or an additional nonce claim', async () => {
    const payload = {
      attach: claims.nonce,
      audience: claims.audience,
      productId: claims.productId,
      deviceId: claims.deviceId,
    };
    const typ = 'longwire-attach+jws';
    await expect(verifyAttachmentToken(await signJws({ typ, claims: payload, key }), expected)).resolves.toBe(
      undefined,
    );
    const other = await signJws({ typ: 'JWS', claims: payload, key });
    await expect(verifyAttachmentToken(other, expected)).rejects.toMatchObject(rejection);
    const both = await signJws({ typ, claims: { ...payload, nonce: claims.nonce }, key });
    await expect(verifyAttachmentToken(both, expected)).rejects.toMatchObject(rejection);
  });

  test('any text, and any change of a valid token', async () => {
    const changed = fc.tuple(fc.nat(token.length - 1), fc.constantFrom(...'ABab01-_.={"'.split('')));
    const texts = fc.oneof(
      fc.string(),
      changed.map(([at, by]) => token.slice(0, at) + by + token.slice(at + 1)),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        fc.pre(text !== token);
        await expect(verifyAttachmentToken(text, expected)).rejects.toMatchObject(rejection);
      }),
    );
  });
});

describe('challenge and attachment tokens are not interchangeable', () => {
  test('an attachment proof never answers a challenge, whatever nonce the service picks', async () => {
    const { fingerprint } = expected;
    const verdict = await verifyChallengeToken({
      token,
      nonce: claims.nonce,
      expected: fingerprint,
      ...wire,
      subtle,
    });
    expect(verdict).toMatchObject({ valid: false });
  });

  test('the answer to a challenge is never an attachment proof', async () => {
    const answer = await makeChallengeToken({ nonce: claims.nonce, ...wire, key });
    await expect(verifyAttachmentToken(answer, expected)).rejects.toMatchObject(rejection);
  });
});

test('verifyAttachmentToken throws ERR_NO_SUBTLE_CRYPTO without WebCrypto', async () => {
  const verdict = verifyAttachmentToken(token, { ...expected, subtle: undefined });
  await expect(verdict).rejects.toMatchObject({ code: 'ERR_NO_SUBTLE_CRYPTO' });
});

test('makeAttachmentToken throws ERR_ATTACHMENT_TOKEN if the key cannot sign', async () => {
  const broken = { ...key, sign: () => Promise.reject(new Error('gone')) };
  await expect(makeAttachmentToken({ ...claims, key: broken })).rejects.toMatchObject(rejection);
});
