/** @module The certificates that are really on the wire, which no session description can change. */
import type { Fingerprint } from '@longwire/protocol';
import { EdgeError, parseFingerprint } from '@longwire/protocol/base';
import { fingerprintOfDer } from '@longwire/protocol/peer';
import { SHA_256 } from './own-fingerprint.ts';

/** The fingerprint of the other side's certificate as the DTLS transport itself holds it, if the browser shows it. */
export function remoteFingerprintOfTransport(transport: RTCDtlsTransport): Fingerprint | undefined {
  // Typed as always there, and missing in some browsers.
  const [der] = 'getRemoteCertificates' in transport ? transport.getRemoteCertificates() : [];
  return der === undefined || der.byteLength === 0 ? undefined : fingerprintOfDer(new Uint8Array(der));
}

/**
 * The same from the statistics, where the transport does not show certificates.
 * @throws EdgeError ERR_NO_CERTIFICATE if they name none, or more than one.
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
    throw new EdgeError('ERR_NO_CERTIFICATE', `one remote certificate expected, got ${found.length}`);
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
