/** @module The certificates that are actually on the wire, which no session description can change. */
import type { Fingerprint } from '@longwire/protocol';
import { EdgeError, parseFingerprint } from '@longwire/protocol/base';
import { fingerprintOfDer } from '@longwire/protocol/peer';
import { SHA_256 } from './own-fingerprint.ts';

/** The fingerprint of the other side's certificate as held by the DTLS transport, if the browser provides it. */
export function remoteFingerprintOfTransport(transport: RTCDtlsTransport): Fingerprint | undefined {
  // Declared as always present, but missing in some browsers.
  const [der] = 'getRemoteCertificates' in transport ? transport.getRemoteCertificates() : [];
  return der === undefined || der.byteLength === 0 ? undefined : fingerprintOfDer(new Uint8Array(der));
}

/**
 * The same from the statistics, for browsers without `getRemoteCertificates`.
 * @throws EdgeError ERR_NO_CERTIFICATE unless they contain exactly one.
 */
export function remoteFingerprintOfStats(report: RTCStatsReport): Fingerprint {
  const entries = new Map<string, unknown>();
  report.forEach((entry: unknown, id: string) => entries.set(id, entry));
  const ids = new Set<string>();
  for (const entry of entries.values()) {
    const id = textField(entry, 'remoteCertificateId');
    if (id !== undefined) ids.add(id);
  }
  const found = [...ids].map((id) => sha256Field(entries.get(id)));
  const [fingerprint] = found;
  if (found.length !== 1 || fingerprint === undefined) {
    throw new EdgeError(
      'ERR_NO_CERTIFICATE',
      `cannot identify the remote certificate: ${found.length} in the statistics instead of 1`,
    );
  }
  return parseFingerprint(fingerprint);
}

function textField(entry: unknown, key: string): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const value: unknown = Reflect.get(entry, key);
  return typeof value === 'string' ? value : undefined;
}

function sha256Field(entry: unknown): string | undefined {
  const algorithm = textField(entry, 'fingerprintAlgorithm');
  return algorithm?.toLowerCase() === SHA_256 ? textField(entry, 'fingerprint') : undefined;
}
