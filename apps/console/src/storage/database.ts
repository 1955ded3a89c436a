/** @module Values by store and key: in the browser's database, or in memory if the browser refuses. */

/** One value to write; `undefined` deletes it. */
export interface Row {
  readonly store: string;
  readonly key: string;
  readonly value: unknown;
}

/** A database. What it returns may have been stored by an earlier version of the console. */
export interface Database {
  /** False if everything stored is lost when the page closes. */
  readonly isLasting: boolean;
  get(store: string, key: string): Promise<unknown>;
  /** All values of a store, by key. */
  entries(store: string): Promise<ReadonlyMap<string, unknown>>;
  /** Writes all rows in one transaction. */
  write(rows: readonly Row[]): Promise<void>;
  /** Replaces a value; no other tab can write between `change` reading the old one and its result being stored. */
  update<T>(store: string, key: string, change: (stored: unknown) => T): Promise<T>;
}

/** Keeps values in memory: for browsers that do not let the page store anything, and for tests. */
export class MemoryDatabase implements Database {
  readonly isLasting: boolean = false;
  readonly #stores = new Map<string, Map<string, unknown>>();

  async get(store: string, key: string): Promise<unknown> {
    return this.#stores.get(store)?.get(key);
  }
  async entries(store: string): Promise<ReadonlyMap<string, unknown>> {
    return new Map(this.#stores.get(store));
  }
  async write(rows: readonly Row[]): Promise<void> {
    for (const row of rows) this.#put(row);
  }
  async update<T>(store: string, key: string, change: (stored: unknown) => T): Promise<T> {
    const value = change(this.#stores.get(store)?.get(key));
    this.#put({ store, key, value });
    return value;
  }

  #put({ store, key, value }: Row): void {
    const values = this.#stores.get(store) ?? new Map<string, unknown>();
    this.#stores.set(store, values);
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
}
