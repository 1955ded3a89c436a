/** @module A list ordered by age; adding, removing and finding the oldest take constant time. */

/** A value's node in the list. */
export interface AgeEntry<T> {
  readonly value: T;
  older: AgeEntry<T> | undefined;
  newer: AgeEntry<T> | undefined;
}

/** A doubly linked list. Reason: the first key of a Map or Set from which many were deleted is found by a scan. */
export class AgeList<T> {
  #oldest: AgeEntry<T> | undefined;
  #newest: AgeEntry<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get oldest(): T | undefined {
    return this.#oldest?.value;
  }

  /** Adds the newest value. */
  add(value: T): AgeEntry<T> {
    const entry: AgeEntry<T> = { value, older: this.#newest, newer: undefined };
    if (this.#newest === undefined) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
    this.#size += 1;
    return entry;
  }

  /** Removes an entry of this list, once. */
  remove({ older, newer }: AgeEntry<T>): void {
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
    this.#size -= 1;
  }
}
