/** @module Pins the client's certificate to the first one seen in DTLS (PROTOCOL.md section 6). */
import { EdgeError, fingerprintsFromSdp, parseFingerprint, type Fingerprint } from '@longwire/protocol';

/** A certificate fingerprint as the library reports it; the value is empty until DTLS has received the certificate. */
export interface WireFingerprint {
  readonly algorithm: string;
  readonly value: string;
}

/** Stores the fingerprint of the first certificate seen in DTLS. */
export class CertificatePin {
  readonly #readWire: () => WireFingerprint;
  #pinned: Fingerprint | undefined;

  constructor(readWire: () => WireFingerprint) {
    this.#readWire = readWire;
  }

  /** The fingerprint of the certificate on the wire, undefined before DTLS. @throws EdgeError ERR_FINGERPRINT_FORMAT for another hash than SHA-256. */
  get fingerprint(): Fingerprint | undefined {
    if (this.#pinned !== undefined) return this.#pinned;
    const { algorithm, value } = this.#readWire();
    if (value === '') return undefined;
    if (algorithm !== 'sha-256')
      throw new EdgeError(
        'ERR_FINGERPRINT_FORMAT',
        `cannot read certificate fingerprint: want sha-256, got ${algorithm}`,
      );
    this.#pinned = parseFingerprint(value);
    return this.#pinned;
  }

  /**
   * Checks a description before it is applied.
   * @throws EdgeError ERR_FINGERPRINT_FORMAT if it contains no fingerprint, ERR_CERTIFICATE_CHANGED if it contains another
   * fingerprint than that of the certificate on the wire.
   */
  check(sdp: string): void {
    const claimed = fingerprintsFromSdp(sdp);
    if (claimed.length === 0)
      throw new EdgeError('ERR_FINGERPRINT_FORMAT', 'description carries no sha-256 fingerprint');
    const pinned = this.fingerprint;
    if (pinned !== undefined && claimed.some((fingerprint) => fingerprint !== pinned))
      throw new EdgeError(
        'ERR_CERTIFICATE_CHANGED',
        'description rejected: its fingerprint differs from the certificate on the wire',
      );
  }
}
