/** @module The origins of devices' pages that were shown in this browser: what those stored there goes with the device. */

import type { PreferenceStorage } from '../../settings/preferences.ts';
import { Store } from '../../store.ts';
import { foldId } from '../../wire.ts';

/** What it works with. */
export interface StoredPagesOptions {
  /** Where the origins are kept; without one, for this visit only. */
  readonly storage: PreferenceStorage | undefined;
  /** Removes what is stored on an origin; resolves with whether nothing is left. */
  readonly empty: (origin: string) => Promise<boolean>;
}

const NAME = 'longwire.web-origins';

/** Keeps the list, and has what is stored removed. */
export class StoredPages {
  readonly #options: StoredPagesOptions;
  /** The devices' keys by origin, as this page wrote them last; where the browser keeps nothing they are all there is. */
  readonly #written = new Store<ReadonlyMap<string, string>>(new Map());
  /** Calls `listener` after each change that this page makes; returns the unsubscriber. */
  readonly subscribe = this.#written.subscribe;

  constructor(options: StoredPagesOptions) {
    this.#options = options;
  }

  /** How many devices' pages may have something stored here. */
  readonly snapshot = (): number => this.#read().size;

  /** Notes that a page of the device is shown. Before it is: whatever it stores is found again. */
  note(key: string, origin: string): void {
    const known = this.#read();
    if (known.get(origin) !== key) this.#write(new Map([...known, [origin, key]]));
  }

  /** Removes what the pages of a device stored, or of all; resolves with how many origins have something left, which stay on the list. */
  async forget(key?: string): Promise<number> {
    // Earlier versions noted keys with the ids as they were typed.
    const asked = [...this.#read()].filter(([, owner]) => key === undefined || foldId(owner) === key);
    const outcomes = await Promise.all(
      asked.map(async ([origin]) => ({ origin, isEmpty: await this.#options.empty(origin) })),
    );
    const emptied = new Set(outcomes.flatMap(({ origin, isEmpty }) => (isEmpty ? [origin] : [])));
    // As it is now: another tab may have shown another page meanwhile.
    if (emptied.size > 0) this.#write(new Map([...this.#read()].filter(([origin]) => !emptied.has(origin))));
    return asked.length - emptied.size;
  }

  #read(): ReadonlyMap<string, string> {
    const { storage } = this.#options;
    return storage === undefined ? this.#written.value : originsIn(storage.getItem(NAME));
  }

  #write(origins: ReadonlyMap<string, string>): void {
    const { storage } = this.#options;
    if (origins.size === 0) storage?.removeItem(NAME);
    else storage?.setItem(NAME, JSON.stringify(Object.fromEntries(origins)));
    this.#written.put(origins);
  }
}

/** What is not as it was written is no list. */
function originsIn(text: string | null): ReadonlyMap<string, string> {
  const value = parsed(text ?? '{}');
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
