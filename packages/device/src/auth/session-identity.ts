/** @module Who a connection is: two certificates that were on the wire, and what it has proven by password and by token. */
import type { Fingerprint } from '@longwire/protocol';
import type { PendingLogin } from './pending-login.ts';

/** What the peer connection knows once DTLS has connected. */
export interface SessionIdentityOptions {
  /** Of the client's certificate as seen in the DTLS handshake, never as a description says. */
  readonly clientFingerprint: Fingerprint;
  /** Of the certificate this device used in the same handshake. */
  readonly deviceFingerprint: Fingerprint;
  /** The id (never the value) of the connection token the session came with. */
  readonly tokenId: string;
  /** Called after each login, by which the connection may have become somebody else: what it runs must be checked again. */
  readonly handleLogin?: () => void;
}

/** One login that succeeded. Immutable: another login is another value. */
export interface Login {
  /** Empty for a login with the open-pairing password. */
  readonly username: string;
  /** Which setting of the user's password was proven; a login ends when the password is set anew. */
  readonly passwordEpoch: number;
}

/** One token of an issuer that was accepted. Immutable, as a {@link Login} is. */
export interface OauthLogin {
  readonly subject: string;
  /** Which setting of the user's subject the token named; a login ends when the subject is set anew. */
  readonly oauthEpoch: number;
}

/** The identity of one session, made after DTLS connected and bound to that handshake. */
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

  /** The current login by password; only a good round 2 changes it. */
  get login(): Login | undefined {
    return this.#login;
  }

  /** The user that a token has named, for a connection that is nobody by certificate and password. */
  get oauthLogin(): OauthLogin | undefined {
    return this.#oauthLogin;
  }

  /** Whether DTLS has left `connected`; an ended identity is nobody. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Round 1: keeps what round 2 needs and ends any earlier pending login. The current user stays who it was. */
  setPendingLogin(pending: PendingLogin | undefined): void {
    this.#pending = this.#isEnded ? undefined : pending;
  }

  /** Round 2: takes the pending login, which is thereby used up. */
  takePendingLogin(): PendingLogin | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }

  /** A good round 2, or the user's own change of password: makes this the current login. */
  setLogin(login: Login): void {
    if (this.#isEnded) return;
    this.#login = Object.freeze({ ...login });
    this.#handleLogin();
  }

  /** A token was accepted: makes this the current login by token. */
  setOauthLogin(login: OauthLogin): void {
    if (this.#isEnded) return;
    this.#oauthLogin = Object.freeze({ ...login });
    this.#handleLogin();
  }

  /** DTLS left `connected`: takes every login away, for good. */
  end(): void {
    this.#isEnded = true;
    this.#login = undefined;
    this.#oauthLogin = undefined;
    this.#pending = undefined;
  }
}
