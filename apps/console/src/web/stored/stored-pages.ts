/** @module The origins of device pages that were shown in this browser: what they stored is removed with the device. */

import { foldId } from '@longwire/client';
import { parseJson } from '../../read-field.ts';
import type { PreferenceStorage } from '../../settings/preferences.ts';
import { Store } from '@longwire/protocol/base';

/** Options of `StoredPages`. */
export interface StoredPagesOptions {
  /** The storage for the list of origins; without one, it lasts for this visit. */
  readonly storage: PreferenceStorage | undefined;
  /** Clears an origin; resolves with whether everything was removed. */
  readonly empty: (origin: string) => Promise<boolean>;
}

const NAME = 'longwire.web-origins';

/** Keeps the list, and clears origins. */
export class StoredPages {
  readonly #options: StoredPagesOptions;
  /** Device keys by origin, as this page last wrote them; the only copy if the browser stores nothing. */
  readonly #written = new Store<ReadonlyMap<string, string>>(new Map());
  /** Calls `listener` after each change that this page makes; returns the unsubscriber. */
  readonly subscribe = this.#written.subscribe;

  constructor(options: StoredPagesOptions) {
    this.#options = options;
  }

  /** The number of origins that may have stored something. */
  readonly snapshot = (): number => this.#read().size;

  /** Adds an origin before its page is shown, so that anything it stores can be found again. */
  note(key: string, origin: string): void {
    const origins = this.#read();
    if (origins.get(origin) !== key) this.#write(new Map([...origins, [origin, key]]));
  }

  /** Clears the origins of one device, or of all; resolves with the number of origins that could not be cleared and stay on the list. */
  async forget(key?: string): Promise<number> {
    // Earlier versions stored keys with the ids as they were typed.
    const asked = [...this.#read()].filter(([, owner]) => key === undefined || foldId(owner) === key);
    const outcomes = await Promise.all(
      asked.map(async ([origin]) => ({ origin, isEmpty: await this.#options.empty(origin) })),
    );
    const emptied = new Set(outcomes.flatMap(({ origin, isEmpty }) => (isEmpty ? [origin] : [])));
    // Read again, because another tab may have added an origin meanwhile.
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

/** An invalid list counts as empty. */
function originsIn(text: string | null): ReadonlyMap<string, string> {
  const value = parseJson(text ?? '{}');
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
