/** @module What a device reports about its people, pairing and name, read again whenever it may have changed. Outside React. */

import {
  EdgeError,
  readMe,
  readUsers,
  type ConnectionIdentity,
  type IamClient,
  type IamSettings,
  type PairingInfo,
  type Session,
  type User,
} from '@longwire/client';
import { Store } from '@longwire/protocol/base';
import type { RememberedPerson } from '../devices/remembered-person.ts';
import type { Invitation, InviteDraft } from './invite.ts';
import type { PeopleMemory } from './people-memory.ts';
import { valueOf } from '../reading.ts';
import { askFor, isUnlisted, type PeopleReading } from './people-reading.ts';
import type { SessionState } from '../session/session-state.ts';

/** The questions that a device is asked about its people. */
interface PeopleReadings {
  /** The user of this browser; `undefined` if the device recognizes none. */
  readonly me: PeopleReading<User | undefined>;
  readonly users: PeopleReading<readonly User[]>;
  /** The remembered users, with their current records. */
  readonly remembered: PeopleReading<readonly User[]>;
  readonly roles: PeopleReading<readonly string[]>;
  readonly settings: PeopleReading<IamSettings>;
  readonly pairing: PeopleReading<PairingInfo>;
  /** The notification categories that users can choose. */
  readonly categories: PeopleReading<readonly string[]>;
}

/** Everything that the people's tab shows. */
export interface PeopleState extends PeopleReadings {
  /** Names of remembered users that the device no longer has. */
  readonly gone: readonly string[];
}

/** The part of a session that a directory needs. */
export interface PeopleSession {
  readonly state: Pick<Session['state'], 'kind'>;
  readonly iam: IamClient;
  on(event: 'identitychange', listener: (identity: ConnectionIdentity) => void): () => void;
}

const WAITING = { kind: 'waiting' } as const;

const NOTHING_LOADED: PeopleState = {
  me: WAITING,
  users: WAITING,
  remembered: WAITING,
  roles: WAITING,
  settings: WAITING,
  pairing: WAITING,
  categories: WAITING,
  gone: [],
};

/** Reads a device's people while it has listeners. */
export class UserDirectory {
  /** The invite that a person types, or the one that was made and is shown until the person is done with it. */
  readonly invite: Store<InviteDraft | Invitation | undefined> = new Store<
    InviteDraft | Invitation | undefined
  >(undefined);
  readonly #session: PeopleSession;
  readonly #memory: PeopleMemory;
  readonly #state = new Store(NOTHING_LOADED);
  /** The current state. */
  readonly snapshot = this.#state.snapshot;
  #reading: AbortController | undefined;

  constructor(session: PeopleSession, memory: PeopleMemory) {
    this.#session = session;
    this.#memory = memory;
    session.on('identitychange', (identity) => this.#handleIdentity(identity));
  }

  /** Reads as long as there are listeners; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (!this.#state.isObserved) void this.refresh();
    const unsubscribe = this.#state.subscribe(listener);
    return () => {
      unsubscribe();
      if (!this.#state.isObserved) this.#reading?.abort();
    };
  };

  /** Reads everything again; earlier answers stay until the new ones come. */
  async refresh(): Promise<void> {
    this.#reading?.abort();
    if (this.#session.state.kind !== 'ready') return;
    const reading = new AbortController();
    this.#reading = reading;
    const { signal } = reading;
    const { iam } = this.#session;
    await Promise.all([
      this.#read('me', signal, () => readMe(iam, { signal })),
      this.#read('users', signal, () => usersOf(iam, signal)),
      this.#read('remembered', signal, () => this.#readRemembered(signal)),
      this.#read('roles', signal, () => iam.listRoles({ signal })),
      this.#read('settings', signal, () => iam.getSettings({ signal })),
      this.#read('pairing', signal, () => iam.getPairing({ signal })),
      this.#read('categories', signal, () => iam.listNotificationCategories({ signal })),
    ]);
  }

  /** Remembers a user of the device, unless the device lists its users. */
  remember(person: RememberedPerson): void {
    const state = this.#state.value;
    if (!isUnlisted(state.users)) return;
    this.#memory.note(person);
    this.#state.put({ ...state, gone: state.gone.filter((name) => name !== person.username) });
  }

  /** Reads a user from the device by name, and remembers them. @throws StatusError with status 404 if there is no such user */
  async lookUp(username: string): Promise<void> {
    const { Role: role } = await this.#session.iam.getUser(username);
    this.remember({ username, role });
  }

  /** Forgets a user who was removed. */
  forget(username: string): void {
    this.#memory.forget(username);
  }

  /** Remembers a user under their new name. */
  rename(from: string, to: string): void {
    const remembered = this.#memory.all().find(({ username }) => username === from);
    if (remembered === undefined) return;
    this.#memory.forget(from);
    this.#memory.note({ ...remembered, username: to });
  }

  /**
   * The record of each remembered user, or the remembered values if the device does not answer for them. Users that the device does not
   * have are forgotten.
   */
  async #readRemembered(signal: AbortSignal): Promise<readonly User[]> {
    const remembered = new Map(this.#memory.all().map(({ username, role }) => [username, role]));
    const { iam } = this.#session;
    const listUsers = async (): Promise<string[]> => [...remembered.keys()];
    const getUser = iam.getUser.bind(iam);
    const users = await usersOf({ listUsers, getUser }, signal, (name) => remembered.get(name));
    if (!signal.aborted) this.#compare(users, remembered);
    return users;
  }

  #compare(users: readonly User[], asked: ReadonlyMap<string, unknown>): void {
    const gone = [];
    // Users may have been remembered or removed since the question was sent.
    for (const { username, role } of this.#memory.all().filter((person) => asked.has(person.username))) {
      const user = users.find(({ Username }) => Username === username);
      if (user === undefined) {
        gone.push(username);
        this.#memory.forget(username);
      } else if (user.Role !== role) this.#memory.note({ username, role: user.Role });
    }
    const state = this.#state.value;
    this.#state.put({ ...state, gone: [...state.gone, ...gone] });
  }

  /** The connection is new, or another user has logged in over it: earlier answers may not be meant for them. */
  #handleIdentity({ login }: ConnectionIdentity): void {
    const isSame = login === undefined || login.username === valueOf(this.#state.value.me)?.Username;
    if (!isSame) {
      this.#state.put(NOTHING_LOADED);
      this.invite.put(undefined);
    }
    if (this.#state.isObserved) void this.refresh();
  }

  async #read<K extends keyof PeopleReadings>(
    name: K,
    signal: AbortSignal,
    question: () => Promise<Extract<PeopleReadings[K], { readonly kind: 'value' }>['value']>,
  ): Promise<void> {
    const reading = await askFor<unknown>(this.#state.value[name], question);
    if (!signal.aborted) this.#state.put({ ...this.#state.value, [name]: reading });
  }
}

const DIRECTORIES = new WeakMap<PeopleSession, UserDirectory>();

/** The directory of a session: a person who comes back finds its contents, also while the device is away. */
export function userDirectoryOf(session: PeopleSession, memory: PeopleMemory): UserDirectory {
  const directory = DIRECTORIES.get(session) ?? new UserDirectory(session, memory);
  DIRECTORIES.set(session, directory);
  return directory;
}

/** A user whose record is denied or unreadable is shown by name alone, with the remembered role if there is one. */
async function usersOf(
  iam: Pick<IamClient, 'listUsers' | 'getUser'>,
  signal: AbortSignal,
  roleOf: (username: string) => string | undefined = () => undefined,
): Promise<readonly User[]> {
  return await readUsers(iam, {
    signal,
    otherwise: (name, error) => {
      const role = roleOf(name);
      if (error instanceof EdgeError && !signal.aborted)
        return { Username: name, ...(role === undefined ? {} : { Role: role }) };
      throw error;
    },
  });
}

/**
 * The state without `me` if it cannot be trusted: over an unbound connection, and if the session has no user, because after a failed login
 * a deployed device treats the connection as that login's user.
 */
export function withConfirmedUser(
  read: PeopleState,
  { isBound, me }: Pick<Extract<SessionState, { readonly kind: 'live' }>, 'isBound' | 'me'>,
): PeopleState {
  return isBound && me !== undefined ? read : { ...read, me: { kind: 'value', value: undefined } };
}
