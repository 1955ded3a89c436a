/** @module A description never moves a connection to another certificate (PROTOCOL.md section 6). */
import { expect, test } from 'vitest';
import { CertificatePin, type WireFingerprint } from './certificate-pin.ts';

const A = 'AA'.repeat(32).replaceAll(/..(?=.)/gu, '$&:');
const B = 'BB'.repeat(32).replaceAll(/..(?=.)/gu, '$&:');
const sdp = (...fingerprints: readonly string[]): string =>
  `v=0\r\n${fingerprints.map((value) => `a=fingerprint:sha-256 ${value}\r\n`).join('')}`;
const unknown: WireFingerprint = { algorithm: 'sha-1', value: '' };

test('accepts any description with a fingerprint before DTLS has received a certificate', () => {
  const pin = new CertificatePin(() => unknown);
  expect(pin.fingerprint).toBe(undefined);
  pin.check(sdp(A));
  pin.check(sdp(B));
});

test('after DTLS, accepts only descriptions with exactly the fingerprint on the wire', () => {
  const pin = new CertificatePin(() => ({ algorithm: 'sha-256', value: A }));
  pin.check(sdp(A));
  pin.check(sdp(A.toLowerCase()));
  expect(() => pin.check(sdp(B))).toThrow(expect.objectContaining({ code: 'ERR_CERTIFICATE_CHANGED' }));
  expect(() => pin.check(sdp(A, B))).toThrow(expect.objectContaining({ code: 'ERR_CERTIFICATE_CHANGED' }));
});

test('keeps the first fingerprint even if the library reports another one later', () => {
  let wire: WireFingerprint = { algorithm: 'sha-256', value: A };
  const pin = new CertificatePin(() => wire);
  expect(pin.fingerprint).toBe('aa'.repeat(32));
  wire = { algorithm: 'sha-256', value: B };
  expect(pin.fingerprint).toBe('aa'.repeat(32));
});

test('rejects a description without a fingerprint, and a certificate with another hash than SHA-256', () => {
  const format = expect.objectContaining({ code: 'ERR_FINGERPRINT_FORMAT' });
  expect(() => new CertificatePin(() => unknown).check('v=0\r\n')).toThrow(format);
  expect(() => new CertificatePin(() => ({ algorithm: 'sha-512', value: A })).fingerprint).toThrow(format);
});
