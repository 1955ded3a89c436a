/** @module A certificate of a fake peer connection: random bytes in the place of DER. */
import { fingerprintOfDer, type Fingerprint } from '@longwire/protocol';

/** Has what a browser's `RTCCertificate` has, and shows its bytes. */
export class FakeCertificate {
  readonly expires: number = Number.MAX_SAFE_INTEGER;
  readonly der: Uint8Array<ArrayBuffer> = crypto.getRandomValues(new Uint8Array(64));

  get fingerprint(): Fingerprint {
    return fingerprintOfDer(this.der);
  }

  /** The fingerprint as an SDP has it. */
  get sdpFingerprint(): string {
    return (this.fingerprint.match(/../gu) ?? []).join(':').toUpperCase();
  }

  getFingerprints(): { algorithm: string; value: string }[] {
    return [{ algorithm: 'sha-256', value: this.sdpFingerprint.toLowerCase() }];
  }
}
