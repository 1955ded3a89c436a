/** @module A database that is opened again when it is wanted after the browser has closed it: site data were cleared, or another tab removes it. */

import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';

/** What a database is made from. */
export interface ReopenedDatabaseOptions<Schema extends DBSchema> {
  readonly name: string;
  readonly upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>;
  /** The browser has closed it and told nobody before: what was in it is gone. */
  readonly onLost?: () => void;
}

type Opening<Schema extends DBSchema> = Promise<IDBPDatabase<Schema>>;

const VERSION = 1;

/** So often a task is begun. Reason: while site data are cleared, what is opened may be closed once more. */
const MAX_TRIES = 3;

/** What a closed database answers, what was under way in it, and what was about to be opened. */
const CLOSED: ReadonlySet<string> = new Set(['InvalidStateError', 'AbortError']);

/** Opens a database at first, and anew for the next use whenever it was closed. */
export class ReopenedDatabase<Schema extends DBSchema> {
  readonly #options: ReopenedDatabaseOptions<Schema>;
  #opening: Opening<Schema> | undefined;

  private constructor(options: ReopenedDatabaseOptions<Schema>) {
    this.#options = options;
  }

  /** Opens it. @throws DOMException, or ReferenceError, where the browser has no room for this page or no databases */
  static async open<Schema extends DBSchema>(
    options: ReopenedDatabaseOptions<Schema>,
  ): Promise<ReopenedDatabase<Schema>> {
    const database = new ReopenedDatabase(options);
    await database.#opened();
    return database;
  }

  /** Runs a task, which begins again where the database turns out to be closed. */
  async use<T>(task: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const opening = this.#opened();
      try {
        return await task(await opening);
      } catch (error) {
        if (tries === MAX_TRIES || !isOfClosed(error)) throw error;
        // The browser closes it a moment before it says so.
        this.#lose(opening);
      }
    }
  }

  #opened(): Opening<Schema> {
    if (this.#opening !== undefined) return this.#opening;
    const opening = this.#open();
    this.#opening = opening;
    // One that cannot be opened is tried again by the next use.
    opening.catch(() => this.#drop(opening));
    return opening;
  }

  #open(): Opening<Schema> {
    const { name, upgrade } = this.#options;
    const opening: Opening<Schema> = openDB<Schema>(name, VERSION, {
      upgrade,
      terminated: () => this.#lose(opening),
      // Another tab removes it, and waits until nobody has it open.
      blocking: () => {
        this.#drop(opening);
        void opening.then((database) => database.close());
      },
    });
    return opening;
  }

  #lose(opening: Opening<Schema>): void {
    if (this.#drop(opening)) this.#options.onLost?.();
  }

  #drop(opening: Opening<Schema>): boolean {
    if (this.#opening !== opening) return false;
    this.#opening = undefined;
    return true;
  }
}

function isOfClosed(error: unknown): boolean {
  return error instanceof DOMException && CLOSED.has(error.name);
}
