/** @module What an application holds to be known by its devices: certificates that this browser keeps, and signing in by them. */
import type { EdgeError, Fingerprint, Listenable, User } from '@longwire/protocol';
import type { Credentials } from '../auth/password-login.ts';
import type { Connection } from '../connection/connection.ts';
import type { CallOptions } from '../request/request-options.ts';
import type { DeviceName } from './device-name.ts';

/** Why this browser keeps no certificate, or not the one it had. */
export type UnavailableReason =
  /** There is no IndexedDB, or the browser makes no certificates. */
  | 'missing'
  /** The browser refuses storage to this page. */
  | 'denied'
  /** There is no room left. */
  | 'full'
  /** What was kept could not be read; a new certificate is in its place. */
  | 'corrupt'
  /** What was kept has expired; a new certificate is in its place. */
  | 'expired'
  /** A later version of this library keeps it; it is left alone. */
  | 'newer'
  /** The browser cannot keep certificates. */
  | 'uncloneable'
  /** The store did not answer in time. */
  | 'slow'
  /** Anything else; Chromium tells no more either where a person has blocked site data. */
  | 'failed';

/** Something about a device; undefined where the connection was made without a kept certificate. */
interface AboutDevice {
  readonly device: DeviceName | undefined;
}

/** The events of an identity, and what their listeners are given. None of them is an error of the call during which it comes. */
export interface BrowserIdentityEvents {
  /** This browser keeps no certificate for the device, or not the one it had. */
  unavailable: [event: AboutDevice & { readonly reason: UnavailableReason; readonly cause: unknown }];
  /** The device has confirmed a new certificate; connections are made with it from the next one on. */
  renewed: [event: AboutDevice & { readonly fingerprint: Fingerprint; readonly expiresMs: number }];
  /** The device took no new certificate: it will know this browser until `expiresMs`, and not longer without a new invite. */
  'renewal-refused': [event: AboutDevice & { readonly expiresMs: number; readonly error: EdgeError }];
  /** The device does not know this browser, and there is no password to use: ask for a new invite. */
  'unknown-to-device': [event: AboutDevice & { readonly advice: 'ask-for-invite' }];
  /** The password was right, and will be needed again: the device did not take the certificate. */
  'not-remembered': [event: AboutDevice & { readonly error: EdgeError | undefined }];
}

/** The certificate that this browser shows to a device. */
export interface OwnCertificate {
  readonly device: DeviceName;
  readonly certificate: RTCCertificate;
  /** Whether it was made just now, so that no device can know it. */
  readonly isNew: boolean;
}

/** Asks for a user name and password when they are needed; undefined when there are none. */
export type CredentialsSource = Credentials | (() => Promise<Credentials | undefined>);

/** How a connection is signed in. */
export interface SignInOptions extends CallOptions {
  /** What {@link BrowserIdentity.certificateFor} gave and the connection was made with; undefined when it gave none. */
  readonly own: OwnCertificate | undefined;
  /** Used when the device does not know the certificate, and first of all where nothing binds the connection; tried once. */
  readonly credentials?: CredentialsSource | undefined;
  /** The credentials are an invite, which this uses up: the user is tied to this browser. Never done without a certificate that is kept. */
  readonly isInvite?: boolean | undefined;
  /** What the device is to call this browser in the user's list. */
  readonly fingerprintName?: string | undefined;
}

/** Who a connection is after signing in. */
export type SignInResult =
  | {
      readonly kind: 'signed-in';
      readonly user: User;
      /** `login`: the connection was logged in before it was signed in. */
      readonly by: 'certificate' | 'password' | 'login';
      /** Whether the device knows this browser the next time without a password. */
      readonly isRemembered: boolean;
    }
  /**
   * The device says that it knows this browser's certificate as `user`, over a connection that nothing binds: a man in the middle could
   * say so as well. Show nothing of it as fact, and send nothing secret; a password login confirms it.
   */
  | { readonly kind: 'unconfirmed'; readonly user: User }
  /** Logged in with the open password, which is no user's: pair with `iam.pairPasswordOpen(username)`. */
  | { readonly kind: 'may-pair' }
  /** The device does not know this browser, and there was no password to use. */
  | { readonly kind: 'unknown' };

/** What signing in asks of a connection. */
export type SignInConnection = Pick<Connection, 'state' | 'identity' | 'iam' | 'authenticate' | 'on'>;

/** How the connections of a session are signed in. */
export type SessionSignInOptions = Omit<SignInOptions, 'own' | 'signal'>;

/** The two ports by which a session uses an identity. */
export interface SessionSignIn {
  /** The certificate of the next connection; undefined when none is kept. */
  certificate(): Promise<RTCCertificate | undefined>;
  /** Signs a connection in; a password that a device has refused is not sent to it again. */
  login(connection: SignInConnection, signal?: AbortSignal): Promise<void>;
}

/** The certificates of this browser, one for each device. */
export interface BrowserIdentity extends Listenable<BrowserIdentityEvents> {
  /** The certificate to connect to a device with. Undefined where none can be kept, and then `unavailable` says why; never rejects. */
  certificateFor(device: DeviceName): Promise<OwnCertificate | undefined>;
  /**
   * Makes a connected connection somebody: by its certificate, else by the password. Renews the certificate when it is time.
   * Where nothing binds the connection the password comes first.
   * @throws EdgeError ERR_OTHER_USER, and what `iam.getMe()`, `authenticate()` and pairing reject with; never for storage
   */
  signIn(connection: SignInConnection, options: SignInOptions): Promise<SignInResult>;
  /** The same as the ports of a session with one device. */
  forSession(device: DeviceName, options?: SessionSignInOptions): SessionSignIn;
  /** Forgets the certificate for a device; false when it could not. The device still has it in the user's list. Never rejects. */
  forget(device: DeviceName): Promise<boolean>;
}
