/** @module Who may in, as a port. */
import type { Fingerprint } from '@longwire/protocol';
import type { DeviceKey } from './presence.ts';

/** A device as it is registered, or what is not. */
export type FoundDevice =
  /** `key` has the ids as they are registered, which everything after the lookup uses. */
  | { readonly kind: 'found'; readonly key: DeviceKey; readonly fingerprint: Fingerprint }
  | { readonly kind: 'unknownProduct' }
  | { readonly kind: 'unknownDevice' };

/** What a client shows at login. */
export type Credential =
  | { readonly kind: 'sct'; readonly sct: string }
  | { readonly kind: 'jwt'; readonly jwt: string };

/** Admitted under an id that is safe to log and to tell the device; refused, or not to be checked for now, for a reason that is only logged. */
export type Verdict =
  | {
      readonly kind: 'admitted';
      readonly tokenId: string;
      /** Who signed, where the credential is a jwt. */
      readonly jwtIssuer?: string | undefined;
    }
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nothing is known of the credential: it may be good. */
  | { readonly kind: 'unchecked'; readonly reason: string };

/** Who may in. */
export interface Admission {
  /** Finds a device by its ids, ignoring case. */
  findDevice(key: DeviceKey): Promise<FoundDevice>;
  /** `key` is that of the device that was found. */
  checkCredential(key: DeviceKey, credential: Credential): Promise<Verdict>;
}
