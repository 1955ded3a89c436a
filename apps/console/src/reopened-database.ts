/** @module Opens a database again after the browser closed it: site data were cleared, or another tab deletes it. */

import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';

/** Options of `ReopenedDatabase`. */
export interface ReopenedDatabaseOptions<Schema extends DBSchema> {
  readonly name: string;
  readonly upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>;
  /** The browser closed it without notice: its content is lost. */
  readonly onLost?: () => void;
}

type Opening<Schema extends DBSchema> = Promise<IDBPDatabase<Schema>>;

const VERSION = 1;

/** How often a task is tried. Reason: while site data are being cleared, a reopened database may be closed once more. */
const MAX_TRIES = 3;

/** Errors of a closed database, of its pending work, and of a pending open. */
const CLOSED: ReadonlySet<string> = new Set(['InvalidStateError', 'AbortError']);

/** Opens a database, and opens it again for the next use after it was closed. */
export class ReopenedDatabase<Schema extends DBSchema> {
  readonly #options: ReopenedDatabaseOptions<Schema>;
  #opening: Opening<Schema> | undefined;

  private constructor(options: ReopenedDatabaseOptions<Schema>) {
    this.#options = options;
  }

  /** Opens it. @throws DOMException, or ReferenceError, if the browser has no room for this page or no databases */
  static async open<Schema extends DBSchema>(
    options: ReopenedDatabaseOptions<Schema>,
  ): Promise<ReopenedDatabase<Schema>> {
    const database = new ReopenedDatabase(options);
    await database.#opened();
    return database;
  }

  /** Runs a task, which starts over if the database turns out to be closed. */
  async use<T>(task: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
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

  #opened(): Opening<Schema> {
    if (this.#opening !== undefined) return this.#opening;
    const opening = this.#open();
    this.#opening = opening;
    // After a failure, the next use tries again.
    opening.catch(() => this.#drop(opening));
    return opening;
  }

  #open(): Opening<Schema> {
    const { name, upgrade } = this.#options;
    const opening: Opening<Schema> = openDB<Schema>(name, VERSION, {
      upgrade,
      terminated: () => this.#lose(opening),
      // Another tab deletes it and waits until it is closed everywhere.
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
