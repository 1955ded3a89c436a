/** @module The identity of a device: one long-lived P-256 key. */
import type { Fingerprint, SigningKey } from '@longwire/protocol';

/** A device's key and its fingerprint. */
export interface Identity {
  /** SHA-256 of the public key's SubjectPublicKeyInfo. */
  readonly fingerprint: Fingerprint;
  /** Signs with the private key, which never leaves this object. */
  readonly key: SigningKey;
}
