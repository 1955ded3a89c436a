/** @module What a device says about its people, pairing and name, read again whenever it may have changed. Outside React. */

import {
  type ConnectionIdentity,
  EdgeError,
  readMe,
  readUsers,
  type IamClient,
  type IamSettings,
  type PairingInfo,
  type Session,
  type User,
} from '../wire.ts';
import { Store } from '../store.ts';
import type { InviteDraft } from './invite-draft.ts';
import { askFor, valueOf, type Part } from './people-part.ts';

/** Everything that the people's tab shows. */
export interface PeopleState {
  /** The user of this browser; `undefined` where it is nobody. */
  readonly me: Part<User | undefined>;
  readonly users: Part<readonly User[]>;
  readonly roles: Part<readonly string[]>;
  readonly settings: Part<IamSettings>;
  readonly pairing: Part<PairingInfo>;
  /** What somebody can be told of. */
  readonly categories: Part<readonly string[]>;
}

/** What a book needs of a session. */
export interface PeopleSession {
  readonly state: Pick<Session['state'], 'kind'>;
  readonly iam: IamClient;
  on(event: 'identitychange', listener: (identity: ConnectionIdentity) => void): () => void;
}

const WAITING = { kind: 'waiting' } as const;

const NOTHING_KNOWN: PeopleState = {
  me: WAITING,
  users: WAITING,
  roles: WAITING,
  settings: WAITING,
  pairing: WAITING,
  categories: WAITING,
};

/** Reads a device's people while somebody looks. */
export class PeopleBook {
  /** The invite that is being written, if one is. */
  readonly invite: Store<InviteDraft | undefined> = new Store<InviteDraft | undefined>(undefined);
  readonly #session: PeopleSession;
  readonly #listeners = new Set<() => void>();
  #state: PeopleState = NOTHING_KNOWN;
  #reading: AbortController | undefined;

  constructor(session: PeopleSession) {
    this.#session = session;
    session.on('identitychange', (identity) => this.#handleIdentity(identity));
  }

  /** What is known now. */
  readonly snapshot = (): PeopleState => this.#state;

  /** Reads for as long as somebody listens; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) void this.refresh();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#reading?.abort();
    };
  };

  /** Reads everything again; what is known stays until there is an answer. */
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
      this.#read('roles', signal, () => iam.listRoles({ signal })),
      this.#read('settings', signal, () => iam.getSettings({ signal })),
      this.#read('pairing', signal, () => iam.getPairing({ signal })),
      this.#read('categories', signal, () => iam.listNotificationCategories({ signal })),
    ]);
  }

  /** The connection is another one, or somebody else is logged in over it: what was told before may not be for them. */
  #handleIdentity({ login }: ConnectionIdentity): void {
    const isSame = login === undefined || login.username === valueOf(this.#state.me)?.Username;
    if (!isSame) {
      this.#state = NOTHING_KNOWN;
      this.invite.put(undefined);
    }
    if (this.#listeners.size > 0) void this.refresh();
  }

  async #read<K extends keyof PeopleState>(
    name: K,
    signal: AbortSignal,
    question: () => Promise<Extract<PeopleState[K], { readonly kind: 'value' }>['value']>,
  ): Promise<void> {
    const part = await askFor<unknown>(this.#state[name], question);
    if (signal.aborted) return;
    this.#state = { ...this.#state, [name]: part };
    for (const listener of this.#listeners) listener();
  }
}

const BOOKS = new WeakMap<PeopleSession, PeopleBook>();

/** The book of a session: whoever comes back to its people finds what was known, also while the device is away. */
export function peopleBookOf(session: PeopleSession): PeopleBook {
  const book = BOOKS.get(session) ?? new PeopleBook(session);
  BOOKS.set(session, book);
  return book;
}

/** A user whose record is not for this role, or cannot be read, is shown by name alone. */
async function usersOf(iam: IamClient, signal: AbortSignal): Promise<readonly User[]> {
  return await readUsers(iam, {
    signal,
    otherwise: (name, error) => {
      if (error instanceof EdgeError && !signal.aborted) return { Username: name };
      throw error;
    },
  });
}
