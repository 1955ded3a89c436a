/** @module A certificate of a fake peer connection: random bytes instead of DER. */
import { fingerprintOfDer, type Fingerprint } from '@longwire/protocol';

/** Has the members of a browser's `RTCCertificate`, and exposes its bytes. */
export class FakeCertificate {
  readonly expires: number = Number.MAX_SAFE_INTEGER;
  readonly der: Uint8Array<ArrayBuffer> = crypto.getRandomValues(new Uint8Array(64));

  get fingerprint(): Fingerprint {
    return fingerprintOfDer(this.der);
  }

  /** The fingerprint as an SDP contains it. */
  get sdpFingerprint(): string {
    return (this.fingerprint.match(/../gu) ?? []).join(':').toUpperCase();
  }

  getFingerprints(): { algorithm: string; value: string }[] {
    return [{ algorithm: 'sha-256', value: this.sdpFingerprint.toLowerCase() }];
  }
}
