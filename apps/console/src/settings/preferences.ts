/** @module A person's preferences in this browser: short strings, read before the page renders. */

/** The parts of `Storage` used here. */
export type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The stored preferences, by name. */
export const PREFERENCES = [
  'language',
  'operator',
  'storage-asked',
  'wall',
  'keep-last',
  'terminal-reader',
] as const;

/** A preference's name. */
export type Preference = (typeof PREFERENCES)[number];

/** Preferences by name. A browser that stores nothing has none, so the defaults apply. */
export class Preferences {
  readonly #storage: PreferenceStorage | undefined;

  constructor(storage: PreferenceStorage | undefined) {
    this.#storage = storage;
  }

  /** The stored value, if any. */
  get(name: Preference): string | undefined {
    return this.#storage?.getItem(`longwire.${name}`) ?? undefined;
  }

  /** Stores a value; `undefined` removes it. */
  set(name: Preference, value: string | undefined): void {
    if (value === undefined) this.#storage?.removeItem(`longwire.${name}`);
    else this.#storage?.setItem(`longwire.${name}`, value);
  }
}

/** The browser's storage, undefined if the page is denied it. What a full one has no room for is not stored. */
export function pageStorage(
  page: { readonly localStorage: PreferenceStorage } = globalThis,
): PreferenceStorage | undefined {
  const storage = unlessRefused(() => page.localStorage);
  if (storage === undefined) return undefined;
  return {
    getItem: (name) => storage.getItem(name),
    setItem: (name, value) => unlessRefused(() => storage.setItem(name, value)),
    removeItem: (name) => storage.removeItem(name),
  };
}

/** Undefined if the browser refuses the access. */
function unlessRefused<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** The preferences of this browser. */
export const preferences = new Preferences(pageStorage());
