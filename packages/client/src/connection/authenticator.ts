/** @module The identities at both ends of a link: verified device, logged-in user. */
import type * as PasswordLogin from '../auth/password-login.ts';
import type { Fingerprint, RandomBytes, WireFingerprints } from '@longwire/protocol';
import { EdgeError, parseFingerprint, TaskQueue, throwIfAborted, withLimits } from '@longwire/protocol/base';
import {
  checkFingerprint,
  type BoundBy,
  type CheckedKey,
  type FingerprintVerdict,
  type ShownKey,
} from '../auth/fingerprint-check.ts';
import type { AuthenticateOptions, Credentials } from '../auth/password-login.ts';
import { Part } from '../load/part.ts';
import type { CallOptions, Requester } from '../request/request-options.ts';

/** A device that proved its key. */
export interface VerifiedDevice {
  readonly fingerprint: Fingerprint;
  /** Whether a man in the middle is ruled out: by a token with both certificates of this connection, or by a login. */
  readonly bound: boolean;
}

/** What is proven over a link and still valid. */
export interface ConnectionIdentity {
  readonly verified?: VerifiedDevice;
  readonly login?: { readonly username: string };
  /**
   * The user whose login at the device failed last; absent again once a login succeeds. Meanwhile no user is logged in, but a
   * deployed device may treat the connection as that user's (DEPLOYED.md), so its answer to `iam.getMe()` proves
   * nothing.
   */
  readonly failedLogin?: { readonly username: string };
  /** What rules out a man in the middle; absent if nothing does. */
  readonly boundBy?: BoundBy;
}

/** The port to the certificates on the wire. */
export interface WirePort {
  readonly isLive: boolean;
  fingerprints(): Promise<WireFingerprints>;
}

/** Options of {@link Authenticator}. */
export interface AuthenticatorOptions {
  readonly wire: WirePort;
  readonly request: Requester;
  readonly randomBytes: RandomBytes;
  readonly subtle: SubtleCrypto | undefined;
  /** Aborted when the connection ends. */
  readonly owner: AbortSignal;
  onChange(identity: ConnectionIdentity): void;
  /** Called with the extensions that the device signed for. */
  onFeatures(features: readonly string[]): void;
}

/** The password login with its curve. */
export const LOGIN: Part<typeof PasswordLogin> = new Part(
  'the password login',
  () => import('../auth/password-login.ts'),
);

/** Logs in and verifies, and drops both results when the link's DTLS transport is lost. */
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

  /** Logs in; one login at a time, because the first round of a second would end the first. */
  authenticate(credentials: Credentials, options: AuthenticateOptions = {}): Promise<void> {
    const limits = { owner: this.#options.owner, signal: options.signal };
    return withLimits(limits, (signal) =>
      this.#logins.run(() => this.#logIn(credentials, { ...options, signal })),
    );
  }

  /** Makes the device prove the key with this fingerprint. Rejects if there is no proof. */
  async verifyFingerprint(fingerprint: string, options?: CallOptions): Promise<FingerprintVerdict> {
    const expected = parseFingerprint(fingerprint);
    const { bound, key, features } = await this.#check(options);
    const valid = key === expected;
    const { token: _previous, ...rest } = this.#proof;
    this.#set(valid ? { ...rest, token: { fingerprint: expected, bound } } : rest);
    this.#options.onFeatures(valid ? features : []);
    const { boundBy } = this.#identity;
    return valid && boundBy !== undefined
      ? { valid, bound: true, boundBy }
      : { valid, bound: false, shown: key };
  }

  /** Makes the device prove the key that it has. This verifies nothing: the expected key is not known. */
  async readFingerprint(options?: CallOptions): Promise<ShownKey> {
    const { bound, key, features } = await this.#check(options);
    this.#options.onFeatures(features);
    if (key !== undefined) return { fingerprint: key, bound };
    throw new EdgeError('ERR_CHALLENGE_TOKEN', 'device did not prove the key that it sent');
  }

  /** Drops everything that was proven. */
  reset(): void {
    if (Object.keys(this.#proof).length > 0) this.#set({});
  }

  async #logIn(credentials: Credentials, options: AuthenticateOptions): Promise<void> {
    const { username, binds = true } = credentials;
    throwIfAborted(options);
    const { wire, request, randomBytes } = this.#options;
    const certificates = await wire.fingerprints();
    // The curve is half of all code, and browsers recognised by their certificate never need it.
    const { logIn, requirePossible } =
      LOGIN.loaded ?? (await withLimits({ signal: options.signal }, () => LOGIN.load()));
    requirePossible(credentials);
    // The first round ends an earlier login on the device, whatever its outcome.
    const { login: _previous, ...rest } = this.#proof;
    if (_previous !== undefined) this.#set(rest);
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

  async #check(options?: CallOptions): Promise<CheckedKey> {
    const { wire, request, randomBytes, subtle } = this.#options;
    const certificates = await wire.fingerprints();
    const check = { ...options, ...certificates, request, randomBytes, subtle };
    const verdict = await checkFingerprint(check);
    this.#requireLive();
    return verdict;
  }

  #requireLive(): void {
    if (!this.#options.wire.isLive) {
      throw new EdgeError('ERR_NO_CERTIFICATE', 'DTLS transport disconnected during the login');
    }
  }

  #set(proof: Proof): void {
    this.#proof = proof;
    this.#identity = identityOf(proof);
    this.#options.onChange(this.#identity);
  }
}

/** The proofs that an identity is derived from. */
interface Proof {
  /** `bound`: the token itself contains both certificates. */
  readonly token?: VerifiedDevice;
  readonly login?: { readonly username: string; readonly binds: boolean };
  readonly failedLogin?: { readonly username: string };
}

/**
 * The SPAKE2 transcript contains both certificates, so a login binds the connection as a token does (PROTOCOL.md
 * section 7), unless others know its password.
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
