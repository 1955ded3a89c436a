/** @module Who a connection is: the two certificates of its handshake, and what it has proven by password and by token. */
import type { Fingerprint } from '@longwire/protocol';

/** The facts about a peer connection once DTLS has connected. */
export interface SessionIdentityOptions {
  /** Of the client's certificate as seen in the DTLS handshake, never as claimed in a description. */
  readonly clientFingerprint: Fingerprint;
  /** Of the certificate this device used in the same handshake. */
  readonly deviceFingerprint: Fingerprint;
  /** The id (never the value) of the connection token the session came with. */
  readonly tokenId: string;
  /** Called after each login; the connection's user may have changed, so its rights must be checked again. */
  readonly handleLogin?: () => void;
}

/** One successful login. Immutable: another login is another value. */
export interface Login {
  /** Empty for a login with the open-pairing password. */
  readonly username: string;
  /** The version of the user's password that was proven; a login ends when the password is set again. */
  readonly passwordEpoch: number;
}

/** The state between round 1 and round 2. Used once. */
export interface PendingLogin {
  /** The login that a successful round 2 makes; undefined when this user name cannot log in. */
  readonly login: Login | undefined;
  /** The given user name, whether it exists or not, for counting its tries. */
  readonly username: string;
  /** Checks the client's confirmation; returns the device's own, or undefined when it is wrong. */
  confirm(clientConfirmation: Uint8Array): Uint8Array | undefined;
}

/** One accepted token of an issuer. Immutable, as a {@link Login} is. */
export interface OauthLogin {
  readonly subject: string;
  /** The version of the user's subject that the token named; a login ends when the subject is set again. */
  readonly oauthEpoch: number;
}

/** The identity of one session, created after DTLS connected and bound to that handshake. */
export class SessionIdentity {
  readonly clientFingerprint: Fingerprint;
  readonly deviceFingerprint: Fingerprint;
  readonly tokenId: string;
  readonly #handleLogin: () => void;
  #login: Login | undefined;
  #oauthLogin: OauthLogin | undefined;
  #pending: PendingLogin | undefined;
  #isEnded = false;

  constructor({ clientFingerprint, deviceFingerprint, tokenId, handleLogin }: SessionIdentityOptions) {
    this.clientFingerprint = clientFingerprint;
    this.deviceFingerprint = deviceFingerprint;
    this.tokenId = tokenId;
    this.#handleLogin = handleLogin ?? (() => undefined);
  }

  /** The current login by password; only a successful round 2 changes it. */
  get login(): Login | undefined {
    return this.#login;
  }

  /** The user that a token has named; counts when neither certificate nor password names one. */
  get oauthLogin(): OauthLogin | undefined {
    return this.#oauthLogin;
  }

  /** Whether DTLS has left `connected`; an ended identity is anonymous. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Round 1: stores the pending login and replaces an earlier one. The current user stays. */
  setPendingLogin(pending: PendingLogin | undefined): void {
    this.#pending = this.#isEnded ? undefined : pending;
  }

  /** Round 2: returns the pending login and clears it, so that it is used once. */
  takePendingLogin(): PendingLogin | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }

  /** After a successful round 2, or the user's own change of password: makes this the current login. */
  setLogin(login: Login): void {
    if (this.#isEnded) return;
    this.#login = Object.freeze({ ...login });
    this.#handleLogin();
  }

  /** After a token was accepted: makes this the current login by token. */
  setOauthLogin(login: OauthLogin): void {
    if (this.#isEnded) return;
    this.#oauthLogin = Object.freeze({ ...login });
    this.#handleLogin();
  }

  /** DTLS left `connected`: removes every login, for good. */
  end(): void {
    this.#isEnded = true;
    this.#login = undefined;
    this.#oauthLogin = undefined;
    this.#pending = undefined;
  }
}
