/** @module Users and rights of a device: stores the state, identifies callers and decides what they may do. */
import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  EdgeError,
  generatePassword,
  MAX_DURATION_MS,
  silentLogger,
  TaskQueue,
  type Emitter,
  type Fingerprint,
  type Logger,
  type User,
} from '@longwire/protocol';
import type { Login, SessionIdentity } from '../auth/session-identity.ts';
import type { CoapResponse } from '../coap/coap-response.ts';
import type { DeviceRequest } from '../coap/device-request.ts';
import type { RouteGuard } from '../coap/router.ts';
import { createEmitter } from '../events/create-emitter.ts';
import { reasonOf } from '../log/reason-of.ts';
import { entitled, isAccessEndDue, nextAccessEndMs, withPassedEnds } from './access-end.ts';
import { loggedInUser } from './caller.ts';
import { defaultIamConfig } from './default-config.ts';
import type { Attributes } from './evaluate-policy.ts';
import { generateSct } from './generate-sct.ts';
import { frozenConfig, isDurationMs, type IamConfig } from './iam-config.ts';
import { IamRequests } from './iam-requests.ts';
import type { DeviceInfo, IamResource } from './iam-resource.ts';
import { isUserAllowed } from './is-allowed.ts';
import { withChangedUser, withLoginToken, type IamState, type StoredUser } from './iam-state.ts';
import {
  withAccessEnd,
  withFreshUsers,
  withInvite,
  withRemovedUser,
  withoutFingerprint,
  withRole,
} from './manage-users.ts';
import { withOpenPairing } from './open-pairing.ts';
import { AuthorizationCache } from './authorization-cache.ts';
import type { StateStore } from './state-store.ts';
import { userRecord } from './user-record.ts';

/** Options of {@link Iam}. */
export interface IamOptions {
  readonly store: StateStore;
  /** Copied: later changes of the object have no effect. */
  readonly config?: IamConfig;
  readonly logger?: Logger;
  /** Makes the connection token of a new user. */
  readonly generateSct?: () => string;
  /** Milliseconds since 1970. */
  readonly nowMs?: () => number;
  /** A monotonic clock in milliseconds, for the rate of changes. */
  readonly monotonicMs?: () => number;
  /** The currently connected sessions. */
  readonly openSessions?: () => Iterable<SessionIdentity>;
}

/** Options of an invite. */
export interface InviteOptions {
  /** The user's role; unless given, a new user gets the least one, and an existing user keeps its role. */
  readonly role?: string;
  readonly displayName?: string;
  /** How long the unused password is valid, in milliseconds, 0 for ever; as configured unless given. */
  readonly expiresMs?: number;
  /** The user's connection token; unless given, a user without one gets a generated one. */
  readonly sct?: string;
  /** When the user's access ends, in milliseconds since 1970, null for never; unless given, an existing end stays. */
  readonly accessEndsAtMs?: number | null;
}

/** The credentials for the invited person. They are shown once: the password is not stored. */
export interface Invite {
  readonly username: string;
  readonly password: string;
  /** The connection token in the user's record. */
  readonly sct?: string;
}

/** Options of a reset. */
export interface ResetOptions {
  readonly username: string;
  /** The administrator's connection token; unless given, a generated one. */
  readonly sct?: string;
}

/** Users, roles and rights of one device. */
export class Iam implements RouteGuard {
  readonly config: IamConfig;
  readonly #store: StateStore;
  readonly #generateSct: () => string;
  readonly #nowMs: () => number;
  readonly #logger: Logger;
  readonly #events: Emitter<{ change: [] }>;
  readonly #authorizations: AuthorizationCache;
  readonly #changes = new TaskQueue();
  readonly #requests: IamRequests;

  constructor({ store, config = defaultIamConfig, logger = silentLogger, ...ports }: IamOptions) {
    this.#store = store;
    this.config = frozenConfig(config);
    this.#authorizations = new AuthorizationCache(this.config);
    this.#logger = logger;
    this.#events = createEmitter(logger);
    this.#nowMs = ports.nowMs ?? Date.now;
    this.#generateSct = ports.generateSct ?? generateSct;
    this.#requests = new IamRequests({
      config: this.config,
      state: () => this.state,
      save: (next) => this.#save(next),
      handleChange: () => this.#events.emit('change'),
      changes: this.#changes,
      generateSct: this.#generateSct,
      nowMs: this.#nowMs,
      monotonicMs: ports.monotonicMs ?? (() => performance.now()),
      openSessions: ports.openSessions ?? (() => []),
    });
  }

  /** The current state. */
  get state(): IamState {
    return this.#store.state;
  }

  /** The time by which invites, open pairing and access end, in milliseconds since 1970. */
  get nowMs(): number {
    return this.#nowMs();
  }

  /** All users, without passwords. */
  users(): readonly User[] {
    return this.state.users.map((user) => userRecord(user, this.nowMs));
  }

  /**
   * Sets a password for a new or existing user, which pairs one browser (pairing uses it up) and expires unless it is used in time.
   * @throws EdgeError ERR_USERNAME, ERR_DISPLAY_NAME, ERR_USER_LIMIT, ERR_STORE_WRITE, ERR_NOT_FOUND for a role that does not exist,
   * ERR_END_OF_ACCESS for an end in the past, for a user whose access has ended and who is given no other end, or for a lifetime that is
   * not a whole number of milliseconds.
   */
  async invite(
    username: string,
    { role, displayName, expiresMs, sct: givenSct, accessEndsAtMs }: InviteOptions = {},
  ): Promise<Invite> {
    const password = generatePassword(nodeRandomBytes);
    const waitMs = expiresMs ?? this.config.inviteMs;
    if (!isDurationMs(waitMs))
      throw new EdgeError(
        'ERR_END_OF_ACCESS',
        `lifetime of an invite must be 0 to ${MAX_DURATION_MS} whole milliseconds, got ${waitMs}`,
      );
    const expiresAtMs = waitMs === 0 ? null : this.nowMs + waitMs;
    const request = { username, password, expiresAtMs, role, displayName, sct: this.#generateSct() };
    await this.update((state) =>
      withInvite(state, this.config, { ...request, givenSct, accessEndsAtMs, nowMs: this.nowMs }),
    );
    const sct = this.state.users.find((user) => user.username === username)?.sct ?? null;
    return { username, password, ...(sct === null ? {} : { sct }) };
  }

  /** Removes a user; its connections become anonymous. @throws EdgeError ERR_NOT_FOUND, ERR_STORE_WRITE */
  removeUser(username: string): Promise<void> {
    return this.update((state) => withRemovedUser(state, username));
  }

  /** Gives a user another role, or none. @throws EdgeError ERR_NOT_FOUND for the user or the role, ERR_STORE_WRITE */
  setRole(username: string, role: string | null): Promise<void> {
    return this.update((state) => withRole(state, this.config, username, role));
  }

  /**
   * Sets when a user's access ends, in milliseconds since 1970, or removes the end by null. At that time the user's connections become
   * anonymous; the user, their browsers and their role stay, for another end.
   * @throws EdgeError ERR_NOT_FOUND, ERR_END_OF_ACCESS unless the time is in the future, ERR_STORE_WRITE
   */
  setAccessEnd(username: string, atMs: number | null): Promise<void> {
    return this.update((state) => withAccessEnd(state, username, { atMs, nowMs: this.nowMs }));
  }

  /** When the next access of a user or the next invite ends, in milliseconds since 1970; undefined if none does. */
  get nextAccessEndMs(): number | undefined {
    return nextAccessEndMs(this.state);
  }

  /**
   * Stores which access has ended and which invites have expired by now, so that a clock that is set back later does not bring them
   * back; emits `change` first, since rights end even if the store fails. @throws EdgeError ERR_STORE_WRITE
   */
  async endAccess(): Promise<void> {
    this.#events.emit('change');
    let due: IamState['users'] = [];
    await this.update((state) => {
      const { nowMs } = this;
      due = state.users.filter((user) => isAccessEndDue(user, nowMs));
      return withPassedEnds(state, nowMs);
    });
    for (const { username } of due) this.#logger.info('iam.access-ended', { username });
  }

  /** Removes a browser of a user, which becomes anonymous. @throws EdgeError ERR_NOT_FOUND for the user or the browser, ERR_STORE_WRITE */
  removeFingerprint(username: string, fingerprint: Fingerprint): Promise<void> {
    return this.update((state) => withoutFingerprint(state, username, fingerprint));
  }

  /** Switches open pairing on, for as long as configured, or off. @throws EdgeError ERR_STORE_WRITE */
  setOpenPairing(isEnabled: boolean): Promise<void> {
    return this.update((state) => withOpenPairing(state, isEnabled, this.config, this.nowMs));
  }

  /** Starts over with one administrator; every other user, password and browser is deleted. @throws EdgeError ERR_USERNAME, ERR_STORE_WRITE */
  async reset({ username, sct = this.#generateSct() }: ResetOptions): Promise<Invite> {
    const password = generatePassword(nodeRandomBytes);
    const openPairingPassword = generatePassword(nodeRandomBytes);
    const first = { username, password, sct, openPairingPassword };
    await this.update((state) => withFreshUsers(state, first));
    return { username, password, sct };
  }

  /** A login has succeeded: an invited user's password no longer expires. @throws EdgeError ERR_STORE_WRITE */
  async keepPassword(login: Login): Promise<void> {
    const isWaiting = (state: IamState): boolean =>
      (loggedInUser(state, { login })?.passwordExpiresAtMs ?? null) !== null;
    if (!isWaiting(this.state)) return;
    const { username } = login;
    await this.update((state) =>
      isWaiting(state) ? withChangedUser(state, username, { passwordExpiresAtMs: null }) : state,
    );
  }

  /** Stores that a user has logged in with a connection token. A failing store does not fail the login. */
  async rememberToken(username: string, tokenId: string): Promise<void> {
    const remember = (state: IamState): IamState => withLoginToken(state, username, hashOf(tokenId));
    if (remember(this.state) === this.state) return;
    try {
      await this.update(remember);
    } catch (error) {
      this.#logger.warn('iam.token-store-failed', { username, reason: reasonOf(error) });
    }
  }

  /** Whether a user of this device has logged in with a connection token. */
  isTokenProven(tokenId: string): boolean {
    const hash = hashOf(tokenId);
    return this.state.users.some(({ loginTokens }) => loginTokens.includes(hash));
  }

  /** The user behind a connection: by certificate, else by password, else by token, else undefined. */
  userOf(session: SessionIdentity): User | undefined {
    if (session.isEnded) return undefined;
    const { user } = this.#authorizations.of(session, this.state, this.nowMs);
    return user === undefined ? undefined : userRecord(user, this.nowMs);
  }

  /**
   * Whether a connection may do an action now, given its own attributes and others such as `IAM:Username`. Ask again after each
   * `change`.
   */
  isAllowed(session: SessionIdentity, action: string, attributes?: Attributes): boolean {
    if (session.isEnded) return false;
    return this.#authorizations.of(session, this.state, this.nowMs).isAllowed(action, attributes);
  }

  /** Changes the state after all earlier changes; resolves once it is stored. @throws EdgeError ERR_STORE_WRITE */
  update(change: (state: IamState) => IamState): Promise<void> {
    return this.#changes.run(async () => {
      if (await this.#save(change(this.state))) this.#events.emit('change');
    });
  }

  /**
   * Changes the state as a request of a session asks, at the rate of a user: many changes neither delay those of other sessions nor wear
   * out the disk. @throws HandlerError 429, EdgeError ERR_STORE_WRITE
   */
  updateFor(session: SessionIdentity, change: (state: IamState) => IamState): Promise<void> {
    return this.#requests.change(session, change);
  }

  /** Whether a user may do an action now, with or without a connection. */
  isUserAllowed(user: StoredUser, action: string): boolean {
    const current = entitled(user, this.nowMs);
    return current !== undefined && isUserAllowed(this.config, current, action);
  }

  /** Calls a listener after each change of users, roles or settings; returns a function that removes it. */
  on(event: 'change', listener: () => void): () => void {
    return this.#events.on(event, listener);
  }

  /** Answers a request for a resource; a change is stored before it is answered. @throws HandlerError 429 for too many changes of a user */
  answer(resource: IamResource, request: DeviceRequest, info: DeviceInfo): Promise<CoapResponse> {
    return this.#requests.answer(resource, request, info);
  }

  /**
   * Stores a state; even if the store fails, cached decisions are discarded. Resolves with whether the state differs from the current
   * one: otherwise nothing is stored, so that repeating a change costs neither the disk nor the other sessions.
   */
  async #save(next: IamState): Promise<boolean> {
    if (isDeepStrictEqual(next, this.state)) return false;
    try {
      await this.#store.save(next);
      return true;
    } finally {
      this.#authorizations.clear();
    }
  }
}

/** Hashes an id of the service, which may have any length, to one of fixed length. */
function hashOf(tokenId: string): string {
  return createHash('sha256').update(tokenId).digest('base64url');
}

function nodeRandomBytes(length: number): Uint8Array {
  return new Uint8Array(randomBytes(length));
}
