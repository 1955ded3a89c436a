/** @module Who the two ends of one link are to each other: verified device, logged-in user. */
import type * as PasswordLogin from '../auth/password-login.ts';
import type { Fingerprint, RandomBytes, WireFingerprints } from '@longwire/protocol';
import { EdgeError, parseFingerprint, TaskQueue } from '@longwire/protocol/base';
import {
  checkFingerprint,
  type BoundBy,
  type CheckedKey,
  type FingerprintVerdict,
  type ShownKey,
} from '../auth/fingerprint-check.ts';
import type { Credentials } from '../auth/password-login.ts';
import { Part } from '../load/part.ts';
import type { CallOptions, Requester } from '../request/request-options.ts';
import { abortableByCaller, abortedByCaller } from '../time/abort.ts';

/** A device that proved its key. */
export interface VerifiedDevice {
  readonly fingerprint: Fingerprint;
  /** Whether nothing can be in the middle: the token named both certificates of this connection, or a login did. */
  readonly bound: boolean;
}

/** What was proven over a link and still holds. */
export interface ConnectionIdentity {
  readonly verified?: VerifiedDevice;
  readonly login?: { readonly username: string };
  /**
   * The user whose login failed last; absent again once a login succeeds. Meanwhile nobody is logged in, but a deployed device may treat the
   * connection as that user's (DEPLOYED.md), so its answer to `iam.getMe()` proves nothing.
   */
  readonly failedLogin?: { readonly username: string };
  /** What rules out a man in the middle; absent while nothing does. */
  readonly boundBy?: BoundBy;
}

/** The port to the certificates on the wire. */
export interface WirePort {
  readonly isLive: boolean;
  fingerprints(): Promise<WireFingerprints>;
}

/** What an authenticator works with. */
export interface AuthenticatorOptions {
  readonly wire: WirePort;
  readonly request: Requester;
  readonly randomBytes: RandomBytes;
  readonly subtle: SubtleCrypto | undefined;
  onChange(identity: ConnectionIdentity): void;
  /** The device has signed that it has these extensions. */
  onFeatures(features: readonly string[]): void;
}

/** The password login, with its curve. */
export const LOGIN: Part<typeof PasswordLogin> = new Part(
  'the password login',
  () => import('../auth/password-login.ts'),
);

/** Logs in and verifies, and forgets both when the link's DTLS transport is lost. */
export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #logins = new TaskQueue();
  #proof: Proof = {};
  #identity: ConnectionIdentity = {};

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
  }

  get identity(): ConnectionIdentity {
    return this.#identity;
  }

  /** Logs in; one login at a time, because a second one's first round would end the first. */
  authenticate(credentials: Credentials, options: CallOptions = {}): Promise<void> {
    return this.#logins.run(() => this.#logIn(credentials, options));
  }

  /** Has the device prove the key of this fingerprint. Rejects where there is no evidence. */
  async verifyFingerprint(fingerprint: string, options?: CallOptions): Promise<FingerprintVerdict> {
    const expected = parseFingerprint(fingerprint);
    const { valid, bound, features } = await this.#check(expected, options);
    const { token: _previous, ...rest } = this.#proof;
    this.#set(valid ? { ...rest, token: { fingerprint: expected, bound } } : rest);
    this.#options.onFeatures(features);
    const { boundBy } = this.#identity;
    return valid && boundBy !== undefined ? { valid, bound: true, boundBy } : { valid, bound: false };
  }

  /** Has the device show the key that it holds. Nothing counts as verified by it: nobody has said whose key that is. */
  async readFingerprint(options?: CallOptions): Promise<ShownKey> {
    const { valid, bound, key, features } = await this.#check(undefined, options);
    this.#options.onFeatures(features);
    if (valid && key !== undefined) return { fingerprint: key, bound };
    throw new EdgeError('ERR_CHALLENGE_TOKEN', 'device expected to hold the key that it names');
  }

  /** Forgets everything that was proven. */
  reset(): void {
    if (Object.keys(this.#proof).length > 0) this.#set({});
  }

  async #logIn({ username, password, binds = true }: Credentials, options: CallOptions): Promise<void> {
    if (options.signal?.aborted) throw abortedByCaller(options.signal);
    const { wire, request, randomBytes } = this.#options;
    const certificates = await wire.fingerprints();
    // The first round ends an earlier login on the device, whatever comes of this one.
    const { login: _previous, ...rest } = this.#proof;
    if (_previous !== undefined) this.#set(rest);
    // the curve is half of all code, and who shows a certificate that the device knows never needs it
    const { logIn } = LOGIN.loaded ?? (await abortableByCaller(options.signal, LOGIN.load()));
    const credentials = { username, password };
    try {
      await logIn({ ...options, credentials, ...certificates, request, randomBytes });
    } catch (error) {
      if (wire.isLive) this.#set({ ...this.#proof, failedLogin: { username } });
      throw error;
    }
    this.#requireLive();
    const { failedLogin: _failed, ...proof } = this.#proof;
    this.#set({ ...proof, login: { username, binds } });
  }

  async #check(expected: Fingerprint | undefined, options?: CallOptions): Promise<CheckedKey> {
    const { wire, request, randomBytes, subtle } = this.#options;
    const certificates = await wire.fingerprints();
    const check = { ...options, ...certificates, expected, request, randomBytes, subtle };
    const verdict = await checkFingerprint(check);
    this.#requireLive();
    return verdict;
  }

  #requireLive(): void {
    if (!this.#options.wire.isLive) {
      throw new EdgeError(
        'ERR_NO_CERTIFICATE',
        'DTLS transport expected to stay connected, got another state',
      );
    }
  }

  #set(proof: Proof): void {
    this.#proof = proof;
    this.#identity = identityOf(proof);
    this.#options.onChange(this.#identity);
  }
}

/** The proofs that an identity follows from. */
interface Proof {
  /** `bound` is whether the token itself named both certificates. */
  readonly token?: VerifiedDevice;
  readonly login?: { readonly username: string; readonly binds: boolean };
  readonly failedLogin?: { readonly username: string };
}

/**
 * The SPAKE2 transcript holds both certificates, so a login binds the connection as a token does (PROTOCOL.md section 7), unless others know
 * its password.
 */
function identityOf({ token, login, failedLogin }: Proof): ConnectionIdentity {
  const boundBy = token?.bound === true ? 'token' : login?.binds === true ? 'login' : undefined;
  return {
    ...(token && { verified: { ...token, bound: boundBy !== undefined } }),
    ...(login && { login: { username: login.username } }),
    ...(failedLogin && { failedLogin }),
    ...(boundBy && { boundBy }),
  };
}
