/** @module One IndexedDB entry per device; each change is one transaction, so that tabs agree. */
import type { Clock } from '@longwire/protocol';
import { withLimits } from '@longwire/protocol/base';
import type { UnavailableReason } from './browser-identity.ts';
import { isEarlierKey } from './device-name.ts';
import type { IdentityRecord } from './identity-record.ts';

/** A storage failure or timeout; the identity reports it as an event. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, cause?: unknown) {
    super(`cannot use the certificate store: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** A change of an entry and its result for the caller. */
export interface Change<T> {
  /** The new entry; `null` deletes it, undefined leaves it unchanged. */
  readonly put?: IdentityRecord | null | undefined;
  readonly result: T;
}

/** Options of an {@link IdentityStore}. */
export interface IdentityStoreOptions {
  /** Called at each use: in some browsers reading `indexedDB` throws if storage is denied. */
  readonly factory: () => IDBFactory | undefined;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

const DATABASE = 'longwire-identity';
const DATABASE_VERSION = 1;
const ENTRIES = 'certificates';

/** Opens the database for each change: a long-lived handle goes stale and blocks deleting the database. */
export class IdentityStore {
  readonly #options: IdentityStoreOptions;

  constructor(options: IdentityStoreOptions) {
    this.#options = options;
  }

  /**
   * Changes one entry; `decide` receives the stored value and runs inside the transaction. Resolves when the change is on disk.
   * @throws StoreError
   */
  async update<T>(key: string, decide: (stored: unknown) => Change<T>): Promise<T> {
    const { clock, timeoutMs } = this.#options;
    const time = { clock, limitMs: timeoutMs, error: () => new StoreError('slow') };
    return withLimits({ time }, () => this.#run(key, decide));
  }

  async #run<T>(key: string, decide: (stored: unknown) => Change<T>): Promise<T> {
    let database: IDBDatabase | undefined;
    try {
      const factory = this.#options.factory();
      // Typed as always present, but null in some private windows.
      if (factory === undefined || factory === null) throw new StoreError('missing');
      database = await open(factory);
      return await change(database, key, decide);
    } catch (cause) {
      throw cause instanceof StoreError ? cause : new StoreError(reasonOf(cause), cause);
    } finally {
      database?.close();
    }
  }
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  const request = factory.open(DATABASE, DATABASE_VERSION);
  request.addEventListener('upgradeneeded', () => {
    if (!request.result.objectStoreNames.contains(ENTRIES)) request.result.createObjectStore(ENTRIES);
  });
  request.addEventListener('success', () => resolve(request.result));
  request.addEventListener('error', () => reject(asError(request.error)));
  return promise;
}

function change<T>(database: IDBDatabase, key: string, decide: (stored: unknown) => Change<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const transaction = database.transaction(ENTRIES, 'readwrite', { durability: 'strict' });
  const entries = transaction.objectStore(ENTRIES);
  let decided: Change<T> | undefined;
  const settle = (stored: unknown, earlierKey?: IDBValidKey): void => {
    try {
      decided = decide(stored);
      if (decided.put === null) deleteSpellings(entries, key);
      else if (decided.put !== undefined) entries.put(decided.put, key);
      else if (earlierKey !== undefined) entries.put(stored, key);
      if (earlierKey !== undefined) entries.delete(earlierKey);
    } catch (error) {
      reject(asError(error));
      transaction.abort();
    }
  };
  const request = entries.get(key);
  const settleEarlier = (earlierKey: IDBValidKey): void => {
    const earlier = entries.get(earlierKey);
    earlier.addEventListener('success', () => settle(earlier.result, earlierKey));
  };
  request.addEventListener('success', () => {
    if (request.result !== undefined) return settle(request.result);
    const keys = entries.getAllKeys();
    keys.addEventListener('success', () => {
      const earlierKey = keys.result.find((each) => isEarlierKey(each, key));
      if (earlierKey === undefined) settle(undefined);
      else settleEarlier(earlierKey);
    });
  });
  request.addEventListener('error', (event) => {
    // An unreadable entry may be replaced: nothing usable is lost.
    event.preventDefault();
    settle(null);
  });
  transaction.addEventListener('complete', () => {
    if (decided === undefined) reject(new StoreError('failed'));
    else resolve(decided.result);
  });
  transaction.addEventListener('abort', () => reject(asError(transaction.error)));
  return promise;
}

/** Deletes an entry, including entries of the same device that earlier versions stored under other spellings. */
function deleteSpellings(entries: IDBObjectStore, key: string): void {
  entries.delete(key);
  const keys = entries.getAllKeys();
  keys.addEventListener('success', () => {
    for (const each of keys.result) if (isEarlierKey(each, key)) entries.delete(each);
  });
}

const REASONS: Readonly<Record<string, UnavailableReason>> = {
  SecurityError: 'denied',
  // Firefox, if the page may not store anything.
  InvalidStateError: 'denied',
  QuotaExceededError: 'full',
  DataCloneError: 'uncloneable',
  VersionError: 'newer',
};

function reasonOf(error: unknown): UnavailableReason {
  return (error instanceof Error || error instanceof DOMException) && Object.hasOwn(REASONS, error.name)
    ? (REASONS[error.name] ?? 'failed')
    : 'failed';
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new StoreError('failed', error);
}
