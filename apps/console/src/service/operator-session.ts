/** @module An operator's session with the service: signing in and out, and what happens when it expires during work. */

import { onAbort, Store, waitFor } from '@longwire/protocol/base';
import {
  type Api,
  type AnswerOf,
  type ApiProblem,
  type ApiResult,
  type AskedArguments,
  type Operation,
} from './api/api.ts';

/** The signed-in operator. */
export type Operator = AnswerOf<'GET /me'>;

/** The roles of operators, from the weakest to the strongest. */
export type Role = Operator['role'];

/** The state of the session. */
export type OperatorState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'out' }
  | { readonly kind: 'in'; readonly me: Operator }
  /** The service has ended it; pending operations wait until an operator signs in again. */
  | { readonly kind: 'expired'; readonly me: Operator };

/** Remembers that an operator signed in here: the cookie itself cannot be read. */
export interface SignedInMark {
  get(): boolean;
  set(isSignedIn: boolean): void;
}

/** Options of `OperatorSession`. */
export interface OperatorSessionOptions {
  readonly api: Api;
  readonly mark: SignedInMark;
}

/** The roles, the weakest first. */
export const ROLES: readonly Role[] = ['viewer', 'manager', 'admin'];

/** Whether a role includes the rights of another. */
export function may(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** One session. Its snapshot changes only by a transition, and every transition calls the listeners. */
export class OperatorSession {
  readonly #api: Api;
  readonly #mark: SignedInMark;
  /** Settled when an expired session continues: true if it is the same operator. */
  #resumed = Promise.withResolvers<boolean>();
  readonly #state = new Store<OperatorState>({ kind: 'unknown' });

  readonly subscribe: Store<OperatorState>['subscribe'] = this.#state.subscribe;
  readonly snapshot: Store<OperatorState>['snapshot'] = this.#state.snapshot;

  constructor({ api, mark }: OperatorSessionOptions) {
    this.#api = api;
    this.#mark = mark;
  }

  /** Checks whether the browser has a session. Sends nothing if no operator was signed in. */
  async begin(): Promise<ApiProblem | undefined> {
    if (this.#state.value.kind !== 'unknown') return undefined;
    if (!this.#mark.get()) {
      this.#move({ kind: 'out' });
      return undefined;
    }
    const found = await this.#api.ask('GET /me');
    if (this.#state.value.kind !== 'unknown') return undefined;
    if (found.isDone) this.#move({ kind: 'in', me: found.value });
    else if (isUnauthenticated(found.problem)) this.#move({ kind: 'out' });
    else return found.problem;
    return undefined;
  }

  /** Signs in; returns what is wrong, if anything. */
  async signIn(body: { readonly name: string; readonly password: string }): Promise<ApiProblem | undefined> {
    const answer = await this.#api.ask('POST /login', { body });
    if (!answer.isDone) return answer.problem;
    const before = this.#state.value;
    this.#move({ kind: 'in', me: answer.value });
    if (before.kind === 'expired') this.#resume(before.me.name === answer.value.name);
    return undefined;
  }

  /** Ends the session; returns what is wrong, if anything. */
  async signOut(): Promise<ApiProblem | undefined> {
    const answer = await this.#api.ask('POST /logout');
    if (!answer.isDone && !isUnauthenticated(answer.problem)) return answer.problem;
    this.leave();
    return undefined;
  }

  /** Gives up an expired session. */
  leave(): void {
    this.#move({ kind: 'out' });
    this.#resume(false);
  }

  /** Calls the API as the signed-in operator. If the session has expired, waits for the next one and tries again. */
  async ask<O extends Operation>(operation: O, ...asked: AskedArguments<O>): Promise<ApiResult<AnswerOf<O>>> {
    for (;;) {
      const answer = await this.#api.ask(operation, ...asked);
      if (answer.isDone) return answer;
      if (isForbidden(answer.problem)) void this.#refreshRole();
      if (!isUnauthenticated(answer.problem)) return answer;
      const state = this.#state.value;
      if (state.kind === 'out') return answer;
      if (state.kind === 'in') this.#move({ kind: 'expired', me: state.me });
      if (!(await this.#goesOn(asked[0]?.signal))) return answer;
    }
  }

  /** The health of the service, which needs no session. */
  health(signal: AbortSignal): ReturnType<Api['health']> {
    return this.#api.health(signal);
  }

  async #goesOn(signal: AbortSignal | undefined): Promise<boolean> {
    const { promise } = this.#resumed;
    return await waitFor<boolean>({}, ({ resolve, reject }) => {
      promise.then(resolve, reject);
      return onAbort(signal, () => resolve(false));
    });
  }

  /** The role may have been reduced since the session began. */
  async #refreshRole(): Promise<void> {
    const found = await this.#api.ask('GET /me');
    const state = this.#state.value;
    if (found.isDone && state.kind === 'in' && state.me.role !== found.value.role) {
      this.#move({ kind: 'in', me: found.value });
    }
  }

  #resume(isSame: boolean): void {
    this.#resumed.resolve(isSame);
    this.#resumed = Promise.withResolvers<boolean>();
  }

  #move(to: OperatorState): void {
    this.#mark.set(to.kind !== 'out');
    this.#state.put(to);
  }
}

function isUnauthenticated(problem: ApiProblem): boolean {
  return problem.kind === 'refused' && problem.code === 'ERR_UNAUTHENTICATED';
}

function isForbidden(problem: ApiProblem): boolean {
  return problem.kind === 'refused' && problem.code === 'ERR_FORBIDDEN';
}
