/** @module Signing a session's connections in: by this browser's certificate, else by what a person gave. In memory only. */

import {
  EdgeError,
  StatusError,
  type BrowserIdentity,
  type Credentials,
  type DeviceName,
  type OwnCertificate,
  type SignInConnection,
  type SignInResult,
} from '../wire.ts';
import { loginProblemOf, pairingProblemOf, type LoginProblem } from './login-problem.ts';
import type { Me } from './session-state.ts';

/** What came of signing a connection in. */
export type LoginOutcome =
  /** The device knows nobody here, and nobody is known to log in as. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'in'; readonly me: Me }
  /** The device says that it knows this browser, over a connection that nothing binds. */
  | { readonly kind: 'unconfirmed' }
  /** The open password was right: a name makes a user. */
  | { readonly kind: 'may-pair' }
  | { readonly kind: 'refused'; readonly problem: LoginProblem };

/** What a desk works with. */
export interface LoginDeskOptions {
  readonly identity: Pick<BrowserIdentity, 'certificateFor' | 'signIn'>;
  /** By which name this browser keeps its certificate for the device. */
  readonly deviceName: () => DeviceName;
  readonly now: () => number;
  /** What a device is to call this browser. */
  readonly browserName?: string | undefined;
}

/** Where a login came from. */
export interface LoginOrigin {
  readonly fromLink: boolean;
  /**
   * It came by a link to a device that was known already. The author of such a link knows its password and may be the man in the middle,
   * so a login by it binds nothing.
   */
  readonly isOfLaterLink?: boolean | undefined;
  /** The link says that its password is used up by the first browser. */
  readonly isInvite?: boolean | undefined;
}

interface KnownLogin extends LoginOrigin {
  readonly credentials: Credentials;
}

interface Presented {
  readonly credentials: Credentials | undefined;
  readonly isInvite: boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * So often a login may end without an outcome before a person has to type the password again. Reason: each is a guess at
 * the password for whoever stands in the middle, where no key of the device is known.
 */
const MAX_UNFINISHED = 3;

/** Answers that leave open who this is: the device has no such record, or one that cannot be read. */
const OPEN_QUESTION: ReadonlySet<string> = new Set([
  'ERR_GET_USER',
  'ERR_IAM_RECORD',
  'ERR_CBOR',
  'ERR_PAYLOAD_FORMAT',
]);

/** Keeps the credentials of a session, so that connecting again asks nobody twice, and counts wrong tries. */
export class LoginDesk {
  readonly #options: LoginDeskOptions;
  readonly #outcomes = new WeakMap<object, LoginOutcome>();
  #own: OwnCertificate | undefined;
  #known: KnownLogin | undefined;
  #givenName: string | undefined;
  #isSkipped = false;
  #wrongTries = 0;
  #unfinished = 0;

  constructor(options: LoginDeskOptions) {
    this.#options = options;
  }

  /** Whether the person chose to go on as nobody. */
  get isSkipped(): boolean {
    return this.#isSkipped;
  }

  /** Whose login was given last; the open password is nobody's. */
  get givenName(): string | undefined {
    return this.#givenName;
  }

  /** Takes credentials from a link or from a person. */
  take(credentials: Credentials, origin: LoginOrigin): void {
    const { username } = credentials;
    const { isOfLaterLink = false } = origin;
    this.#known = { credentials: isOfLaterLink ? { ...credentials, binds: false } : credentials, ...origin };
    this.#givenName = username === '' ? undefined : username;
    this.#unfinished = 0;
    this.#isSkipped = false;
  }

  /** Forgets the credentials; `isSkipped` says whether the person wants to go on without any. */
  forget({ isSkipped }: { readonly isSkipped: boolean }): void {
    this.#known = undefined;
    this.#givenName = undefined;
    this.#isSkipped = isSkipped;
  }

  /** Forgets the credentials and who was signed in over a connection: the device knows that one no more. */
  forgetUser(connection: object | undefined): void {
    this.forget({ isSkipped: false });
    if (connection !== undefined) this.#outcomes.delete(connection);
  }

  /** The certificate of the next connection. */
  readonly certificate = async (): Promise<RTCCertificate | undefined> => {
    this.#own = await this.#options.identity.certificateFor(this.#options.deviceName());
    return this.#own?.certificate;
  };

  /** Signs a connection in. Rejects where the error is not about the login itself. */
  readonly logIn = async (connection: SignInConnection, signal?: AbortSignal): Promise<void> => {
    this.#outcomes.set(connection, await this.#signIn(connection, signal));
  };

  /** Makes a user of this name, known by this browser's certificate, and signs the connection in as that one. */
  readonly pair = async (connection: SignInConnection, username: string): Promise<void> => {
    this.#outcomes.set(connection, await this.#pair(connection, username));
  };

  /** What came of signing a connection in. */
  outcomeOf(connection: object | undefined): LoginOutcome {
    const outcome = connection === undefined ? undefined : this.#outcomes.get(connection);
    return outcome ?? { kind: 'nobody' };
  }

  async #signIn(connection: SignInConnection, signal: AbortSignal | undefined): Promise<LoginOutcome> {
    const known = this.#known;
    try {
      const outcome = await this.#identify(connection, signal);
      if (outcome.kind === 'in') this.#wrongTries = 0;
      const { login, boundBy } = connection.identity;
      const isUnbound = login !== undefined && boundBy === undefined;
      return outcome.kind === 'in' && isUnbound ? { kind: 'unconfirmed' } : outcome;
    } catch (error) {
      if (known === undefined) throw error;
      return this.#refusal(error, known);
    }
  }

  async #identify(connection: SignInConnection, signal: AbortSignal | undefined): Promise<LoginOutcome> {
    const credentials = this.#known?.credentials;
    const isInvite = this.#known?.isInvite === true;
    try {
      const result = await this.#present(connection, { credentials, isInvite, signal });
      const isUsedUp = isInvite && result.kind === 'unknown';
      if (!isUsedUp) return outcomeOf(result, credentials);
      this.#known = undefined;
      return { kind: 'refused', problem: { kind: 'invite-used' } };
    } catch (error) {
      if (!(error instanceof EdgeError) || !OPEN_QUESTION.has(error.code)) throw error;
      // A device that cannot say who this is lets in whom it knows all the same.
      if (credentials === undefined) return { kind: 'nobody' };
      if (connection.identity.login === undefined) await connection.authenticate(credentials, { signal });
      return { kind: 'in', me: { username: credentials.username, role: undefined } };
    }
  }

  /** A device that does not let an invite be used up has let its password in all the same. */
  async #present(connection: SignInConnection, { isInvite, ...given }: Presented): Promise<SignInResult> {
    const { identity, browserName: fingerprintName } = this.#options;
    const options = { ...given, own: this.#own, fingerprintName };
    try {
      return await identity.signIn(connection, { ...options, isInvite });
    } catch (error) {
      const isUnusable = error instanceof StatusError && error.code === 'ERR_IAM_REQUEST';
      if (!isInvite || !isUnusable || connection.identity.login === undefined) throw error;
      return await identity.signIn(connection, options);
    }
  }

  async #pair(connection: SignInConnection, username: string): Promise<LoginOutcome> {
    if (this.#own === undefined) return { kind: 'refused', problem: { kind: 'not-rememberable' } };
    const { browserName: fingerprintName } = this.#options;
    try {
      await connection.iam.pairPasswordOpen(username, { fingerprintName });
    } catch (error) {
      const problem = pairingProblemOf(error);
      if (problem === undefined) throw error;
      return { kind: 'refused', problem };
    }
    // From here on it is the certificate that is known, and the open password is nobody's business.
    this.#known = undefined;
    return await this.#signIn(connection, undefined);
  }

  #refusal(error: unknown, { credentials, fromLink }: KnownLogin): LoginOutcome {
    const nowMs = this.#options.now();
    const problem = loginProblemOf(error, { tries: this.#wrongTries + 1, fromLink, nowMs });
    const isStillKnown = this.#known?.credentials === credentials;
    if (problem === undefined) {
      this.#unfinished += 1;
      if (this.#unfinished >= MAX_UNFINISHED && isStillKnown) this.#known = undefined;
      throw error;
    }
    this.#wrongTries += 1;
    if (isStillKnown) this.#known = undefined;
    return { kind: 'refused', problem };
  }
}

function outcomeOf(result: SignInResult, credentials: Credentials | undefined): LoginOutcome {
  if (result.kind === 'signed-in') {
    return { kind: 'in', me: { username: result.user.Username, role: result.user.Role } };
  }
  const username = credentials?.username ?? '';
  // Logged in, and the device has no record of it: a device without users, or the open password, which is nobody's.
  if (result.kind === 'may-pair') {
    return username === '' ? { kind: 'may-pair' } : { kind: 'in', me: { username, role: undefined } };
  }
  return { kind: result.kind === 'unconfirmed' ? 'unconfirmed' : 'nobody' };
}
