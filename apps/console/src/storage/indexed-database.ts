/** @module The browser's database (IndexedDB), opened again after the browser closed it: site data were cleared, or another tab deletes it. */

import { openDB, type IDBPDatabase } from 'idb';
import { MemoryDatabase, type Database, type Row } from './database.ts';

/** Options of `openDatabase`. */
export interface IndexedDatabaseOptions {
  readonly name: string;
  /** The object stores by name, with their key path if the key is part of the value. */
  readonly stores: Readonly<Record<string, IDBObjectStoreParameters>>;
  /** The browser closed it without notice: its content is lost. */
  readonly onLost?: () => void;
}

type Opening = Promise<IDBPDatabase>;

const VERSION = 1;

/** How often a task is tried. Reason: while site data are being cleared, a reopened database may be closed once more. */
const MAX_TRIES = 3;

/** Errors of a closed database, of its pending work, and of a pending open. */
const CLOSED: ReadonlySet<string> = new Set(['InvalidStateError', 'AbortError']);

/** Opens the browser's database, or memory if the browser refuses (private windows, policies). */
export async function openDatabase(options: IndexedDatabaseOptions): Promise<Database> {
  try {
    return await IndexedDatabase.open(options);
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return new MemoryDatabase();
    throw error;
  }
}

/** Opens a database, and opens it again for the next use after it was closed. */
class IndexedDatabase implements Database {
  readonly isLasting: boolean = true;
  readonly #options: IndexedDatabaseOptions;
  #opening: Opening | undefined;

  private constructor(options: IndexedDatabaseOptions) {
    this.#options = options;
  }

  /** @throws DOMException, or ReferenceError, if the browser has no room for this page or no databases */
  static async open(options: IndexedDatabaseOptions): Promise<IndexedDatabase> {
    const database = new IndexedDatabase(options);
    await database.#opened();
    return database;
  }

  async get(store: string, key: string): Promise<unknown> {
    return await this.#use(async (database): Promise<unknown> => await database.get(store, key));
  }
  async entries(store: string): Promise<ReadonlyMap<string, unknown>> {
    return await this.#use(async (database) => {
      const all = database.transaction(store).store;
      const [keys, values]: [IDBValidKey[], unknown[]] = await Promise.all([all.getAllKeys(), all.getAll()]);
      return new Map(keys.flatMap((key, at) => (typeof key === 'string' ? [[key, values[at]]] : [])));
    });
  }
  async write(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#use(async (database) => {
      const names = new Set(rows.map(({ store }) => store));
      const transaction = database.transaction([...names], 'readwrite');
      const writes = rows.map(async ({ store: name, key, value }) => {
        const store = transaction.objectStore(name);
        if (value === undefined) await store.delete(key);
        else await store.put(value, store.keyPath === null ? key : undefined);
      });
      await Promise.all([...writes, transaction.done]);
    });
  }
  async update<T>(store: string, key: string, change: (stored: unknown) => T): Promise<T> {
    return await this.#use(async (database) => {
      const transaction = database.transaction(store, 'readwrite');
      const value = change(await transaction.store.get(key));
      await transaction.store.put(value, key);
      await transaction.done;
      return value;
    });
  }

  /** Runs a task, which starts over if the database turns out to be closed. */
  async #use<T>(task: (database: IDBPDatabase) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const opening = this.#opened();
      try {
        return await task(await opening);
      } catch (error) {
        if (tries === MAX_TRIES || !isOfClosed(error)) throw error;
        // The browser closes it shortly before it reports that.
        this.#lose(opening);
      }
    }
  }

  #opened(): Opening {
    if (this.#opening !== undefined) return this.#opening;
    const opening = this.#open();
    this.#opening = opening;
    // After a failure, the next use tries again.
    opening.catch(() => this.#drop(opening));
    return opening;
  }

  #open(): Opening {
    const { name, stores } = this.#options;
    const opening: Opening = openDB(name, VERSION, {
      upgrade: (database) => {
        for (const [store, parameters] of Object.entries(stores))
          database.createObjectStore(store, parameters);
      },
      terminated: () => this.#lose(opening),
      // Another tab deletes it and waits until it is closed everywhere.
      blocking: () => {
        this.#drop(opening);
        void opening.then((database) => database.close());
      },
    });
    return opening;
  }

  #lose(opening: Opening): void {
    if (this.#drop(opening)) this.#options.onLost?.();
  }

  #drop(opening: Opening): boolean {
    if (this.#opening !== opening) return false;
    this.#opening = undefined;
    return true;
  }
}

function isOfClosed(error: unknown): boolean {
  return error instanceof DOMException && CLOSED.has(error.name);
}
