/** @module Fingerprints of certificates and keys, as text and in descriptions. */
import { p256 } from '@noble/curves/nist.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hexToBytes } from '../bytes/hex.ts';
import { EdgeError } from '../errors/edge-error.ts';
import { publicJwkOfPoint } from '../jws/public-jwk.ts';
import { fingerprintOfDer } from './certificate-fingerprint.ts';
import { parseFingerprint } from './fingerprint.ts';
import { fingerprintsFromSdp } from './sdp-fingerprints.ts';
import { publicKeyFingerprint } from './public-key-fingerprint.ts';

const HEX = '0123456789abcdef'.repeat(4);
const COLONS = (HEX.match(/../gu) ?? []).join(':').toUpperCase();

describe('parseFingerprint', () => {
  test.each([HEX, HEX.toUpperCase(), COLONS, COLONS.toLowerCase()])('%s', (text) => {
    expect(parseFingerprint(text)).toBe(HEX);
  });

  test.each([
    '',
    HEX.slice(1),
    `${HEX}0`,
    ` ${HEX}`,
    `${HEX}\n`,
    HEX.replace('0', 'g'),
    COLONS.replace(':', ''),
    `${COLONS}:`,
  ])('%j is ERR_FINGERPRINT_FORMAT', (text) => {
    expect(() => parseFingerprint(text)).toThrow(expect.objectContaining({ code: 'ERR_FINGERPRINT_FORMAT' }));
  });

  test('returns a fingerprint or throws a typed error for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parseFingerprint(text)).toThrow(EdgeError);
      }),
    );
  });
});

describe('fingerprintsFromSdp', () => {
  test('returns the distinct sha-256 fingerprints of session and media in order', () => {
    const other = 'AB:'.repeat(32).slice(0, -1);
    const sdp = [
      'v=0',
      `a=fingerprint:sha-256 ${COLONS}`,
      'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
      `a=fingerprint:SHA-256 ${COLONS.toLowerCase()}`,
      'a=fingerprint:sha-1 AA:BB',
      `a=fingerprint:sha-256 ${other}`,
      `a=x-fingerprint:sha-256 ${'00:'.repeat(32).slice(0, -1)}`,
    ];
    expect(fingerprintsFromSdp(sdp.join('\r\n'))).toEqual([HEX, 'ab'.repeat(32)]);
    expect(fingerprintsFromSdp(`${sdp.join('\n')}\n`)).toEqual([HEX, 'ab'.repeat(32)]);
  });

  test('returns none for a description without one', () => {
    expect(fingerprintsFromSdp('v=0\r\n')).toEqual([]);
    expect(fingerprintsFromSdp('')).toEqual([]);
  });

  test.each(['a=fingerprint:sha-256', 'a=fingerprint:sha-256 AA:BB', `a=fingerprint:sha-256 ${COLONS} x`])(
    'refuses a malformed sha-256 line: %s',
    (line) => {
      expect(() => fingerprintsFromSdp(`v=0\r\n${line}\r\n`)).toThrow(EdgeError);
    },
  );

  test('parses a line full of blanks in linear time', () => {
    const blanks = ' '.repeat(200_000);
    const begin = performance.now();
    expect(fingerprintsFromSdp(`a=fingerprint:x y${blanks}z\r\n`)).toEqual([]);
    expect(fingerprintsFromSdp(`a=fingerprint:${blanks}sha-256${blanks}${COLONS}${blanks}\r\n`)).toEqual([
      HEX,
    ]);
    expect(performance.now() - begin).toBeLessThan(1000);
  });

  test('returns fingerprints or throws a typed error for any text', () => {
    const line = fc
      .tuple(fc.constantFrom('a=fingerprint:', 'a=fingerprint:sha-256 '), fc.string())
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string(), line), (text) => {
        expect(outcome(() => fingerprintsFromSdp(text))).toBe('fine');
      }),
    );
  });
});

/** 'fine' for a value or a typed error. */
function outcome(action: () => unknown): string {
  try {
    action();
    return 'fine';
  } catch (error) {
    return error instanceof EdgeError ? 'fine' : String(error);
  }
}

describe('publicKeyFingerprint', () => {
  test('matches the recorded device key badfae3a… (SHA-256 of its SubjectPublicKeyInfo)', () => {
    const secret = hexToBytes('badfae3acfa7ab904ac639f0c4cb0ad268d23f4e324e0708aeb567f87da0c324');
    expect(publicKeyFingerprint(publicJwkOfPoint(p256.getPublicKey(secret, false)))).toBe(
      'd1677733ce1c9f1c580e991b081c4578f94b57a9fdd42a5fa44d33d7b7a2f961',
    );
  });

  test.each([
    ['a point off the curve', { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) }],
    ['a short coordinate', { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }],
  ] as const)('%s is ERR_PUBLIC_KEY', (_title, jwk) => {
    expect(() => publicKeyFingerprint(jwk)).toThrow(expect.objectContaining({ code: 'ERR_PUBLIC_KEY' }));
  });
});

test('fingerprintOfDer is the SHA-256 of the bytes', () => {
  expect(fingerprintOfDer(new Uint8Array())).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
});
