/** @module Who the two ends of one link are to each other: verified device, logged-in user. */
import type * as PasswordLogin from '../auth/password-login.ts';
import type { Fingerprint, RandomBytes, WireFingerprints } from '@longwire/protocol';
import { EdgeError, parseFingerprint, TaskQueue } from '@longwire/protocol/base';
import { checkFingerprint, type FingerprintVerdict, type ShownKey } from '../auth/fingerprint-check.ts';
import type { Credentials } from '../auth/password-login.ts';
import { Part } from '../load/part.ts';
import type { CallOptions, Requester } from '../request/request-options.ts';
import { abortableByCaller, abortedByCaller } from '../time/abort.ts';

/** A device that proved its key. */
export interface VerifiedDevice {
  readonly fingerprint: Fingerprint;
  /** Whether the proof named this connection's certificates; only then is nobody in the middle. */
  readonly bound: boolean;
}

/** What was proven over a link and still holds. */
export interface ConnectionIdentity {
  readonly verified?: VerifiedDevice;
  readonly login?: { readonly username: string };
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
    const { valid, bound } = await this.#check(expected, options);
    const { verified: _previous, ...rest } = this.#identity;
    this.#set(valid ? { ...rest, verified: { fingerprint: expected, bound } } : rest);
    return { valid, bound };
  }

  /** Has the device show the key that it holds. Nothing counts as verified by it: nobody has said whose key that is. */
  async readFingerprint(options?: CallOptions): Promise<ShownKey> {
    const { valid, bound, key } = await this.#check(undefined, options);
    if (valid && key !== undefined) return { fingerprint: key, bound };
    throw new EdgeError('ERR_CHALLENGE_TOKEN', 'device expected to hold the key that it names');
  }

  /** Forgets everything that was proven. */
  reset(): void {
    if (this.#identity.verified !== undefined || this.#identity.login !== undefined) this.#set({});
  }

  async #logIn({ username, password }: Credentials, options: CallOptions): Promise<void> {
    if (options.signal?.aborted) throw abortedByCaller(options.signal);
    const { wire, request, randomBytes } = this.#options;
    const certificates = await wire.fingerprints();
    // The first round ends an earlier login on the device, whatever comes of this one.
    const { login: _previous, ...rest } = this.#identity;
    if (_previous !== undefined) this.#set(rest);
    // the curve is half of all code, and who shows a certificate that the device knows never needs it
    const { logIn } = LOGIN.loaded ?? (await abortableByCaller(options.signal, LOGIN.load()));
    await logIn({
      ...options,
      credentials: { username, password },
      ...certificates,
      request,
      randomBytes,
    });
    this.#requireLive();
    this.#set({ ...this.#identity, login: { username } });
  }

  async #check(expected: Fingerprint | undefined, options?: CallOptions) {
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

  #set(identity: ConnectionIdentity): void {
    this.#identity = identity;
    this.#options.onChange(identity);
  }
}
