/** @module Fingerprints of the wire: from the transport, from the statistics, and where there is none. */
import { asCertificate, FakeCertificate } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { ownFingerprint } from './own-fingerprint.ts';
import { remoteFingerprintOfStats } from './wire-certificate.ts';

const { sdpFingerprint, fingerprint } = new FakeCertificate();
const transport = { type: 'transport', remoteCertificateId: 'C1' };
const certificate = { type: 'certificate', fingerprint: sdpFingerprint, fingerprintAlgorithm: 'sha-256' };

function report(entries: Record<string, unknown>): RTCStatsReport {
  return new Map(Object.entries(entries));
}

describe('remoteFingerprintOfStats', () => {
  test('the certificate that remoteCertificateId names', () => {
    const local = { ...certificate, fingerprint: new FakeCertificate().sdpFingerprint };
    expect(remoteFingerprintOfStats(report({ C0: local, T1: transport, C1: certificate }))).toBe(fingerprint);
  });

  test.each<[string, Record<string, unknown>]>([
    ['no entries', {}],
    ['no transport', { C1: certificate }],
    ['a certificate that is not there', { T1: transport }],
    ['another hash', { T1: transport, C1: { ...certificate, fingerprintAlgorithm: 'sha-1' } }],
    [
      'two transports with different certificates',
      { T1: transport, T2: { ...transport, remoteCertificateId: 'C2' }, C1: certificate, C2: certificate },
    ],
    ['entries that are no objects', { T1: null, C1: 'C1' }],
  ])('%s throws', (_name, entries) => {
    expect(() => remoteFingerprintOfStats(report(entries))).toThrow(
      expect.objectContaining({ code: 'ERR_NO_CERTIFICATE' }),
    );
  });
});

test('the own certificate without a sha-256 fingerprint throws', () => {
  const own = new FakeCertificate();
  expect(ownFingerprint(asCertificate(own))).toBe(own.fingerprint);
  own.getFingerprints = () => [{ algorithm: 'sha-1', value: '00' }];
  expect(() => ownFingerprint(asCertificate(own))).toThrow(
    expect.objectContaining({ code: 'ERR_NO_CERTIFICATE' }),
  );
});
