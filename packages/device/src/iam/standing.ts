/** @module Who a connection is and what was decided for it, kept until anything changes that either rests on. */
import type { SessionIdentity } from '../auth/session-identity.ts';
import { callerOf, identifyCaller } from './caller.ts';
import type { IamConfig } from './iam-config.ts';
import { isUserAllowed } from './iam-resource.ts';
import type { IamState, StoredUser } from './iam-state.ts';

/** A connection as it stands; what it rests on is immutable, so that a change is another object. */
export class Standing {
  readonly user: StoredUser | undefined;
  readonly #config: IamConfig;
  readonly #state: IamState;
  readonly #login: SessionIdentity['login'];
  readonly #oauthLogin: SessionIdentity['oauthLogin'];
  /** By action; actions are those of routes, streams and tracks, never a client's words. */
  readonly #decisions = new Map<string, boolean>();

  constructor(session: SessionIdentity, state: IamState, config: IamConfig) {
    this.user = identifyCaller(state, callerOf(session));
    this.#config = config;
    this.#state = state;
    this.#login = session.login;
    this.#oauthLogin = session.oauthLogin;
  }

  /** Whether nothing has changed since. */
  isOf(session: SessionIdentity, state: IamState): boolean {
    return this.#state === state && this.#login === session.login && this.#oauthLogin === session.oauthLogin;
  }

  /** Whether the connection may do an action, by its own attributes alone. */
  isAllowed(action: string): boolean {
    const known = this.#decisions.get(action);
    if (known !== undefined) return known;
    const decision = isUserAllowed(this.#config, this.user, action);
    this.#decisions.set(action, decision);
    return decision;
  }
}

/** The standings of connections, each looked up again once it may be another. */
export class Standings {
  readonly #config: IamConfig;
  readonly #known = new WeakMap<SessionIdentity, Standing>();

  constructor(config: IamConfig) {
    this.#config = config;
  }

  /** How a connection stands now. */
  of(session: SessionIdentity, state: IamState): Standing {
    const known = this.#known.get(session);
    if (known?.isOf(session, state) === true) return known;
    const made = new Standing(session, state, this.#config);
    this.#known.set(session, made);
    return made;
  }
}
