/** @module Who a connection is and what was decided for it, kept until anything changes that either rests on. */
import type { SessionIdentity } from '../auth/session-identity.ts';
import { callerOf, identifyCaller } from './caller.ts';
import type { Attributes } from './evaluate-policy.ts';
import type { IamConfig } from './iam-config.ts';
import { isUserAllowed } from './iam-resource.ts';
import type { IamState, StoredUser } from './iam-state.ts';

/** Most decisions that are kept for a connection. Reason: more than a device has actions, unless they are made of parameters. */
const MAX_DECISIONS = 64;

/** A connection as it stands; what it rests on is immutable, so that a change is another object. */
export class Standing {
  readonly user: StoredUser | undefined;
  readonly #config: IamConfig;
  readonly #state: IamState;
  readonly #login: SessionIdentity['login'];
  readonly #oauthLogin: SessionIdentity['oauthLogin'];
  /** By action. */
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

  /** Whether the connection may do an action, by its own attributes and those that are given. */
  isAllowed(action: string, attributes?: Attributes): boolean {
    if (attributes !== undefined) return isUserAllowed(this.#config, this.user, action, attributes);
    const known = this.#decisions.get(action);
    if (known !== undefined) return known;
    const decision = isUserAllowed(this.#config, this.user, action);
    if (this.#decisions.size >= MAX_DECISIONS) this.#decisions.clear();
    this.#decisions.set(action, decision);
    return decision;
  }
}

/** The standings of connections, each looked up again once it may be another. */
export class Standings {
  readonly #config: IamConfig;
  #known = new WeakMap<SessionIdentity, Standing>();

  constructor(config: IamConfig) {
    this.#config = config;
  }

  /** Something was kept: every connection is looked up again. */
  clear(): void {
    this.#known = new WeakMap();
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
