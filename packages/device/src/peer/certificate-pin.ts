/** @module The client's certificate: the one on the wire, and no other from then on (PROTOCOL.md section 6). */
import { EdgeError, fingerprintsFromSdp, parseFingerprint, type Fingerprint } from '@longwire/protocol';

/** A certificate's fingerprint as the library tells it; the value is empty until DTLS has seen the certificate. */
export interface WireFingerprint {
  readonly algorithm: string;
  readonly value: string;
}

/** Holds the first certificate that was seen on the wire. */
export class CertificatePin {
  readonly #readWire: () => WireFingerprint;
  #pinned: Fingerprint | undefined;

  constructor(readWire: () => WireFingerprint) {
    this.#readWire = readWire;
  }

  /** The certificate on the wire, once there is one. @throws EdgeError ERR_FINGERPRINT_FORMAT for another hash than SHA-256. */
  get fingerprint(): Fingerprint | undefined {
    if (this.#pinned !== undefined) return this.#pinned;
    const { algorithm, value } = this.#readWire();
    if (value === '') return undefined;
    if (algorithm !== 'sha-256')
      throw new EdgeError(
        'ERR_FINGERPRINT_FORMAT',
        `certificate fingerprint expected sha-256, got ${algorithm}`,
      );
    this.#pinned = parseFingerprint(value);
    return this.#pinned;
  }

  /**
   * Checks a description before it is applied.
   * @throws EdgeError ERR_FINGERPRINT_FORMAT when it names no certificate, ERR_CERTIFICATE_CHANGED when it names another
   * than the one on the wire.
   */
  check(sdp: string): void {
    const claimed = fingerprintsFromSdp(sdp);
    if (claimed.length === 0)
      throw new EdgeError('ERR_FINGERPRINT_FORMAT', 'description carries no sha-256 fingerprint');
    const pinned = this.fingerprint;
    if (pinned !== undefined && claimed.some((fingerprint) => fingerprint !== pinned))
      throw new EdgeError(
        'ERR_CERTIFICATE_CHANGED',
        'description names another certificate than the one on the wire',
      );
  }
}
