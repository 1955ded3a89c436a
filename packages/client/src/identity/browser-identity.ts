/** @module Lets devices recognise this browser: stores one certificate per device and signs in with it. */
import type { EdgeError, Fingerprint, Listenable, User } from '@longwire/protocol';
import type { Credentials } from '../auth/password-login.ts';
import type { Connection } from '../connection/connection.ts';
import type { CallOptions } from '../request/request-options.ts';
import type { DeviceName } from './device-name.ts';

/** Why this browser stores no certificate, or replaced the stored one. */
export type UnavailableReason =
  /** The browser has no IndexedDB or cannot generate certificates. */
  | 'missing'
  /** The browser refuses storage to this page. */
  | 'denied'
  /** The storage quota is exhausted. */
  | 'full'
  /** The stored certificate could not be read; a new one replaced it. */
  | 'corrupt'
  /** The stored certificate has expired; a new one replaced it. */
  | 'expired'
  /** A later version of this library wrote the entry; it is not touched. */
  | 'newer'
  /** The browser cannot store certificates. */
  | 'uncloneable'
  /** The store did not answer in time. */
  | 'slow'
  /** Any other reason; Chromium gives no details when a person has blocked site data. */
  | 'failed';

/** The device of an event; undefined if the connection has no stored certificate. */
interface AboutDevice {
  readonly device: DeviceName | undefined;
}

/** The events of an identity and the arguments of their listeners. No event makes the current call fail. */
export interface BrowserIdentityEvents {
  /** This browser stores no certificate for the device, or replaced the stored one. */
  unavailable: [event: AboutDevice & { readonly reason: UnavailableReason; readonly cause: unknown }];
  /** The device has confirmed a new certificate, which the next connection uses. */
  renewed: [event: AboutDevice & { readonly fingerprint: Fingerprint; readonly expiresMs: number }];
  /** The device refused the new certificate: it recognises this browser until `expiresMs`; after that a new invite is needed. */
  'renewal-refused': [event: AboutDevice & { readonly expiresMs: number; readonly error: EdgeError }];
  /** The device does not recognise this browser and there is no password to use: ask for a new invite. */
  'unknown-to-device': [event: AboutDevice & { readonly advice: 'ask-for-invite' }];
  /** The password was right but will be needed again: the device did not store the certificate. */
  'not-remembered': [event: AboutDevice & { readonly error: EdgeError | undefined }];
}

/** The certificate that this browser presents to a device. */
export interface OwnCertificate {
  readonly device: DeviceName;
  readonly certificate: RTCCertificate;
  /** Whether it was generated just now, so that no device can recognise it. */
  readonly isNew: boolean;
}

/** Credentials, or a function that asks for them when they are needed; it resolves with undefined if there are none. */
export type CredentialsSource = Credentials | (() => Promise<Credentials | undefined>);

/** How a connection is signed in. */
export interface SignInOptions extends CallOptions {
  /** The result of {@link BrowserIdentity.certificateFor} that the connection was made with. */
  readonly own: OwnCertificate | undefined;
  /** Used if the device does not recognise the certificate, or first if nothing binds the connection; tried once. */
  readonly credentials?: CredentialsSource | undefined;
  /** The credentials are an invite, which pairing uses up: the user is tied to this browser. Never done without a stored certificate. */
  readonly isInvite?: boolean | undefined;
  /** The device's name for this browser in the user's list. */
  readonly fingerprintName?: string | undefined;
}

/** The result of signing a connection in. */
export type SignInResult =
  | {
      readonly kind: 'signed-in';
      readonly user: User;
      /** `login`: the connection was logged in before it was signed in. */
      readonly by: 'certificate' | 'password' | 'login';
      /** Whether the device will recognise this browser without a password next time. */
      readonly isRemembered: boolean;
    }
  /**
   * The device claims to recognise this browser's certificate as `user`, over a connection that nothing binds: a man in the middle could
   * claim the same. Do not present it as fact and send nothing secret; a password login confirms it.
   */
  | { readonly kind: 'unconfirmed'; readonly user: User }
  /** Logged in with the open password, which belongs to no user: pair with `iam.pairPasswordOpen(username)`. */
  | { readonly kind: 'may-pair' }
  /** The device does not recognise this browser and there was no password to use. */
  | { readonly kind: 'unknown' };

/** The part of a connection that signing in needs. */
export type SignInConnection = Pick<Connection, 'state' | 'identity' | 'iam' | 'authenticate' | 'on'>;

/** Options for signing in the connections of a session. */
export type SessionSignInOptions = Omit<SignInOptions, 'own' | 'signal'>;

/** The two session options that make a session use an identity. */
export interface SessionSignIn {
  /** The certificate of the next connection; undefined if none can be stored. */
  certificate(): Promise<RTCCertificate | undefined>;
  /** Signs a connection in; a password that the device refused is not sent again. */
  login(connection: SignInConnection, signal?: AbortSignal): Promise<void>;
}

/** The certificates of this browser, one per device. */
export interface BrowserIdentity extends Listenable<BrowserIdentityEvents> {
  /** The certificate for connections to a device. Undefined if none can be stored; `unavailable` reports why. Never rejects. */
  certificateFor(device: DeviceName): Promise<OwnCertificate | undefined>;
  /**
   * Signs a connected connection in, with its certificate or else with the password, and renews the certificate when it is due.
   * If nothing binds the connection, the password comes first.
   * @throws EdgeError ERR_OTHER_USER, and what `iam.getMe()`, `authenticate()` and pairing reject with; never for storage
   */
  signIn(connection: SignInConnection, options: SignInOptions): Promise<SignInResult>;
  /** The same as options of a session with one device. */
  forSession(device: DeviceName, options?: SessionSignInOptions): SessionSignIn;
  /** Deletes the certificate for a device; resolves with false on failure. The device keeps it in the user's list. Never rejects. */
  forget(device: DeviceName): Promise<boolean>;
}
