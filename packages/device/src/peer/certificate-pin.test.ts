/** @module A description never moves a connection to another certificate (PROTOCOL.md section 6). */
import { expect, test } from 'vitest';
import { CertificatePin, type WireFingerprint } from './certificate-pin.ts';

const A = 'AA'.repeat(32).replaceAll(/..(?=.)/gu, '$&:');
const B = 'BB'.repeat(32).replaceAll(/..(?=.)/gu, '$&:');
const sdp = (...fingerprints: readonly string[]): string =>
  `v=0\r\n${fingerprints.map((value) => `a=fingerprint:sha-256 ${value}\r\n`).join('')}`;
const unknown: WireFingerprint = { algorithm: 'sha-1', value: '' };

test('before DTLS has seen a certificate any description with one will do', () => {
  const pin = new CertificatePin(() => unknown);
  expect(pin.fingerprint).toBe(undefined);
  pin.check(sdp(A));
  pin.check(sdp(B));
});

test('afterwards only descriptions that name exactly the one on the wire', () => {
  const pin = new CertificatePin(() => ({ algorithm: 'sha-256', value: A }));
  pin.check(sdp(A));
  pin.check(sdp(A.toLowerCase()));
  expect(() => pin.check(sdp(B))).toThrow(expect.objectContaining({ code: 'ERR_CERTIFICATE_CHANGED' }));
  expect(() => pin.check(sdp(A, B))).toThrow(expect.objectContaining({ code: 'ERR_CERTIFICATE_CHANGED' }));
});

test('the first certificate on the wire stays, whatever is read later', () => {
  let wire: WireFingerprint = { algorithm: 'sha-256', value: A };
  const pin = new CertificatePin(() => wire);
  expect(pin.fingerprint).toBe('aa'.repeat(32));
  wire = { algorithm: 'sha-256', value: B };
  expect(pin.fingerprint).toBe('aa'.repeat(32));
});

test('no evidence is no certificate: none named, or another hash', () => {
  const format = expect.objectContaining({ code: 'ERR_FINGERPRINT_FORMAT' });
  expect(() => new CertificatePin(() => unknown).check('v=0\r\n')).toThrow(format);
  expect(() => new CertificatePin(() => ({ algorithm: 'sha-512', value: A })).fingerprint).toThrow(format);
});
