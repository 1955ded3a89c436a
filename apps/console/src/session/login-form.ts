/** @module Signs a session's connections in: by this browser's certificate, else by the credentials that a person gave. In memory only. */

import {
  EdgeError,
  StatusError,
  type BrowserIdentity,
  type Credentials,
  type DeviceName,
  type OwnCertificate,
  type SignInConnection,
  type SignInResult,
} from '@longwire/client';
import { loginProblemOf, pairingProblemOf, type LoginProblem } from './login-problem.ts';
import { meOf, type Me } from './me.ts';

/** The result of signing a connection in. */
export type LoginOutcome =
  /** The device recognizes no user here, and there are no credentials. */
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'in'; readonly me: Me }
  /** The device claims to recognize this browser, over an unbound connection. */
  | { readonly kind: 'unconfirmed' }
  /** The open password was right: choosing a name creates a user. */
  | { readonly kind: 'may-pair' }
  | { readonly kind: 'refused'; readonly problem: LoginProblem };

/** Options of `LoginForm`. */
export interface LoginFormOptions {
  readonly identity: Pick<BrowserIdentity, 'certificateFor' | 'signIn'>;
  /** The name under which this browser stores its certificate for the device. */
  readonly deviceName: () => DeviceName;
  readonly now: () => number;
  /** The name of this browser for the device's list. */
  readonly browserName?: string | undefined;
}

/** The origin of a login. */
export interface LoginOrigin {
  readonly fromLink: boolean;
  /**
   * It came by a link for a device that was already stored. The author of such a link knows its password and may be the man in the middle,
   * so a login with it does not bind.
   */
  readonly isOfLaterLink?: boolean | undefined;
  /** The link declares that the first browser uses up its password. */
  readonly isInvite?: boolean | undefined;
}

interface GivenLogin extends LoginOrigin {
  readonly credentials: Credentials;
}

interface Presented {
  readonly credentials: Credentials | undefined;
  readonly isInvite: boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * How many logins may end without a result before a person has to type the password again. Reason: if no key of the device is stored, each
 * allows a man in the middle one guess at the password.
 */
const MAX_UNFINISHED = 3;

/** Errors that leave the user open: the device has no such record, or an unreadable one. */
const OPEN_QUESTION: ReadonlySet<string> = new Set([
  'ERR_GET_USER',
  'ERR_IAM_RECORD',
  'ERR_CBOR',
  'ERR_PAYLOAD_FORMAT',
]);

/** Keeps the credentials of a session, so that reconnecting does not ask for them again, and counts wrong tries. */
export class LoginForm {
  readonly #options: LoginFormOptions;
  readonly #outcomes = new WeakMap<object, LoginOutcome>();
  #own: OwnCertificate | undefined;
  #given: GivenLogin | undefined;
  #givenName: string | undefined;
  #isSkipped = false;
  #wrongTries = 0;
  #unfinished = 0;

  constructor(options: LoginFormOptions) {
    this.#options = options;
  }

  /** Whether the person chose to continue without logging in. */
  get isSkipped(): boolean {
    return this.#isSkipped;
  }

  /** The user name of the last given login; undefined for the open password. */
  get givenName(): string | undefined {
    return this.#givenName;
  }

  /** Takes credentials from a link or from a person. */
  take(credentials: Credentials, origin: LoginOrigin): void {
    const { username } = credentials;
    const { isOfLaterLink = false } = origin;
    this.#given = { credentials: isOfLaterLink ? { ...credentials, binds: false } : credentials, ...origin };
    this.#givenName = username === '' ? undefined : username;
    this.#unfinished = 0;
    this.#isSkipped = false;
  }

  /** Forgets the credentials; `isSkipped` says whether the person wants to continue without any. */
  forget({ isSkipped }: { readonly isSkipped: boolean }): void {
    this.#given = undefined;
    this.#givenName = undefined;
    this.#isSkipped = isSkipped;
  }

  /** Forgets the credentials and the user of a connection, whom the device no longer has. */
  forgetUser(connection: object | undefined): void {
    this.forget({ isSkipped: false });
    if (connection !== undefined) this.#outcomes.delete(connection);
  }

  /** The certificate of the next connection. */
  readonly certificate = async (): Promise<RTCCertificate | undefined> => {
    this.#own = await this.#options.identity.certificateFor(this.#options.deviceName());
    return this.#own?.certificate;
  };

  /** Signs a connection in. Rejects if the error is not about the login itself. */
  readonly logIn = async (connection: SignInConnection, signal?: AbortSignal): Promise<void> => {
    this.#outcomes.set(connection, await this.#signIn(connection, signal));
  };

  /** Creates a user with this name and this browser's certificate, and signs the connection in as that user. */
  readonly pair = async (connection: SignInConnection, username: string): Promise<void> => {
    this.#outcomes.set(connection, await this.#pair(connection, username));
  };

  /** The result of signing a connection in. */
  outcomeOf(connection: object | undefined): LoginOutcome {
    const outcome = connection === undefined ? undefined : this.#outcomes.get(connection);
    return outcome ?? { kind: 'anonymous' };
  }

  async #signIn(connection: SignInConnection, signal: AbortSignal | undefined): Promise<LoginOutcome> {
    const given = this.#given;
    try {
      const outcome = await this.#identify(connection, signal);
      if (outcome.kind === 'in') this.#wrongTries = 0;
      const { login, boundBy } = connection.identity;
      const isUnbound = login !== undefined && boundBy === undefined;
      return outcome.kind === 'in' && isUnbound ? { kind: 'unconfirmed' } : outcome;
    } catch (error) {
      if (given === undefined) throw error;
      return this.#refusal(error, given);
    }
  }

  async #identify(connection: SignInConnection, signal: AbortSignal | undefined): Promise<LoginOutcome> {
    const credentials = this.#given?.credentials;
    const isInvite = this.#given?.isInvite === true;
    try {
      const result = await this.#present(connection, { credentials, isInvite, signal });
      const isUsedUp = isInvite && result.kind === 'unknown';
      if (!isUsedUp) return outcomeOf(result, credentials);
      this.#given = undefined;
      return { kind: 'refused', problem: { kind: 'invite-used' } };
    } catch (error) {
      if (!(error instanceof EdgeError) || !OPEN_QUESTION.has(error.code)) throw error;
      // A device without user records still lets its users in.
      if (credentials === undefined) return { kind: 'anonymous' };
      if (connection.identity.login === undefined) await connection.authenticate(credentials, { signal });
      return { kind: 'in', me: { username: credentials.username, role: undefined } };
    }
  }

  /** A device that cannot mark an invite as used has accepted its password nevertheless. */
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
    // From here on, the device recognizes the certificate; the open password is not needed again.
    this.#given = undefined;
    return await this.#signIn(connection, undefined);
  }

  #refusal(error: unknown, { credentials, fromLink }: GivenLogin): LoginOutcome {
    const nowMs = this.#options.now();
    const problem = loginProblemOf(error, { tries: this.#wrongTries + 1, fromLink, nowMs });
    const isUnchanged = this.#given?.credentials === credentials;
    if (problem === undefined) {
      this.#unfinished += 1;
      if (this.#unfinished >= MAX_UNFINISHED && isUnchanged) this.#given = undefined;
      throw error;
    }
    this.#wrongTries += 1;
    if (isUnchanged) this.#given = undefined;
    return { kind: 'refused', problem };
  }
}

function outcomeOf(result: SignInResult, credentials: Credentials | undefined): LoginOutcome {
  if (result.kind === 'signed-in') return { kind: 'in', me: meOf(result.user) };
  const username = credentials?.username ?? '';
  // Logged in, but the device has no record of the user: it has no users, or this is the open password.
  if (result.kind === 'may-pair') {
    return username === '' ? { kind: 'may-pair' } : { kind: 'in', me: { username, role: undefined } };
  }
  return { kind: result.kind === 'unconfirmed' ? 'unconfirmed' : 'anonymous' };
}
