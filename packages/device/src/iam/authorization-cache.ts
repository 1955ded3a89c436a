/** @module Caches the user and the decisions of each connection until anything they depend on changes. */
import type { SessionIdentity } from '../auth/session-identity.ts';
import { entitled } from './access-end.ts';
import { callerOf, identifyCaller } from './caller.ts';
import type { Attributes } from './evaluate-policy.ts';
import type { IamConfig } from './iam-config.ts';
import { isUserAllowed } from './is-allowed.ts';
import type { IamState, StoredUser } from './iam-state.ts';

/** Most decisions that are cached per connection. Reason: more than a device has actions, unless handlers build them from parameters. */
const MAX_DECISIONS = 64;

/** What an authorization depends on besides the connection. */
export interface AuthorizationFacts {
  readonly state: IamState;
  readonly config: IamConfig;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** The user and the decisions of a connection; what they depend on is immutable, so a change is another object. */
export class CachedAuthorization {
  /** The user whose rights the connection has. */
  readonly user: StoredUser | undefined;
  readonly #identified: StoredUser | undefined;
  readonly #config: IamConfig;
  readonly #state: IamState;
  readonly #login: SessionIdentity['login'];
  readonly #oauthLogin: SessionIdentity['oauthLogin'];
  /** By action. */
  readonly #decisions = new Map<string, boolean>();

  constructor(session: SessionIdentity, { state, config, nowMs }: AuthorizationFacts) {
    this.#identified = identifyCaller(state, callerOf(session));
    this.user = entitled(this.#identified, nowMs);
    this.#config = config;
    this.#state = state;
    this.#login = session.login;
    this.#oauthLogin = session.oauthLogin;
  }

  /** Whether nothing has changed since. */
  isOf(session: SessionIdentity, state: IamState, nowMs: number): boolean {
    return (
      this.#state === state &&
      this.#login === session.login &&
      this.#oauthLogin === session.oauthLogin &&
      this.user === entitled(this.#identified, nowMs)
    );
  }

  /** Whether the connection may do an action, given its own attributes and others. */
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

/** The cached authorizations of connections, each renewed after a change. */
export class AuthorizationCache {
  readonly #config: IamConfig;
  #cached = new WeakMap<SessionIdentity, CachedAuthorization>();

  constructor(config: IamConfig) {
    this.#config = config;
  }

  /** A state was stored: discards everything. */
  clear(): void {
    this.#cached = new WeakMap();
  }

  /** The current authorization of a connection. */
  of(session: SessionIdentity, state: IamState, nowMs: number): CachedAuthorization {
    const known = this.#cached.get(session);
    if (known?.isOf(session, state, nowMs) === true) return known;
    const made = new CachedAuthorization(session, { state, config: this.#config, nowMs });
    this.#cached.set(session, made);
    return made;
  }
}
