/** @module Port for admission decisions. */
import type { Fingerprint } from '@longwire/protocol';
import type { DeviceKey } from '@longwire/protocol';

/** A registered device, or what is missing. */
export type FoundDevice =
  /** `key` has the ids as registered, which everything after the lookup uses. */
  | { readonly kind: 'found'; readonly key: DeviceKey; readonly fingerprint: Fingerprint }
  | { readonly kind: 'unknownProduct' }
  | { readonly kind: 'unknownDevice' };

/** What a client presents at login. */
export type Credential =
  | { readonly kind: 'sct'; readonly sct: string }
  | { readonly kind: 'jwt'; readonly jwt: string };

/**
 * Admitted with an id that is safe to log and to send to the device; or refused, or not verifiable at the
 * moment, with a reason that is only logged.
 */
export type AdmissionVerdict =
  | {
      readonly kind: 'admitted';
      readonly tokenId: string;
      /** The issuer, if the credential is a JWT. */
      readonly jwtIssuer?: string | undefined;
    }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The credential could not be checked: it may be valid. */
  | { readonly kind: 'unchecked'; readonly reason: string };

/** Decides on admission. */
export interface Admission {
  /** Finds a device by its ids, ignoring case. */
  findDevice(key: DeviceKey): Promise<FoundDevice>;
  /** `key` is the found device's. */
  checkCredential(key: DeviceKey, credential: Credential): Promise<AdmissionVerdict>;
  /**
   * Those of the ids whose sessions with the device have to end: of tokens that were revoked, withdrawn or are
   * unknown, and of JWTs without a registered issuer. An expired token ends no session.
   */
  revokedAmong(key: DeviceKey, tokenIds: readonly string[]): Promise<readonly string[]>;
}
