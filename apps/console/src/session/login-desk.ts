/** @module Whom to log in as, and what came of the tries so far. In memory only. */

import type { Credentials } from '../wire.ts';
import { loginProblemOf, type LoginProblem } from './login-problem.ts';
import type { SessionConnection } from './session-connection.ts';

/** What came of a visit to the desk. */
export type LoginOutcome =
  /** Nobody is known to log in as. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'in'; readonly username: string }
  | { readonly kind: 'refused'; readonly problem: LoginProblem };

/**
 * So often a login may end without an outcome before a person has to type the password again. Reason: each is a guess at
 * the password for whoever stands in the middle, where no key of the device is known.
 */
const MAX_UNFINISHED = 3;

/** Keeps the credentials of a session, so that connecting again asks nobody twice, and counts wrong tries. */
export class LoginDesk {
  #known: { readonly credentials: Credentials; readonly fromLink: boolean } | undefined;
  #isSkipped = false;
  #wrongTries = 0;
  #unfinished = 0;

  /** Whether the person chose to go on as nobody. */
  get isSkipped(): boolean {
    return this.#isSkipped;
  }

  /** Takes credentials from a link or from a person. */
  take(credentials: Credentials, { fromLink }: { readonly fromLink: boolean }): void {
    this.#known = { credentials, fromLink };
    this.#unfinished = 0;
    this.#isSkipped = false;
  }

  /** Forgets the credentials; `isSkipped` says whether the person wants to go on without any. */
  forget({ isSkipped }: { readonly isSkipped: boolean }): void {
    this.#known = undefined;
    this.#isSkipped = isSkipped;
  }

  /** Logs in as whom it knows. Rejects where the error is not about the login itself. */
  async logIn(connection: Pick<SessionConnection, 'authenticate'>, now: () => number): Promise<LoginOutcome> {
    if (this.#known === undefined) return { kind: 'nobody' };
    const { credentials, fromLink } = this.#known;
    try {
      await connection.authenticate(credentials);
      this.#wrongTries = 0;
      return { kind: 'in', username: credentials.username };
    } catch (error) {
      const problem = loginProblemOf(error, { tries: this.#wrongTries + 1, fromLink, nowMs: now() });
      if (problem === undefined) {
        this.#unfinished += 1;
        if (this.#unfinished >= MAX_UNFINISHED) this.#known = undefined;
        throw error;
      }
      this.#wrongTries += 1;
      this.#known = undefined;
      return { kind: 'refused', problem };
    }
  }
}
