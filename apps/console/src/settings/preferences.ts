/** @module What a person chose in this browser: small words, read before the page is drawn. */

/** The part of `Storage` that is used here. */
export type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What is kept by name. */
export const PREFERENCES = [
  'language',
  'operator',
  'storage-asked',
  'wall',
  'keep-last',
  'terminal-reader',
] as const;

/** A name of what is kept. */
export type Preference = (typeof PREFERENCES)[number];

/** Choices by name. A browser that stores nothing has none, and takes the defaults. */
export class Preferences {
  readonly #storage: PreferenceStorage | undefined;

  constructor(storage: PreferenceStorage | undefined) {
    this.#storage = storage;
  }

  /** What was chosen, if anything. */
  get(name: Preference): string | undefined {
    return this.#storage?.getItem(`longwire.${name}`) ?? undefined;
  }

  /** Keeps a choice; `undefined` takes it back. */
  set(name: Preference, value: string | undefined): void {
    if (value === undefined) this.#storage?.removeItem(`longwire.${name}`);
    else this.#storage?.setItem(`longwire.${name}`, value);
  }
}

/** The browser's storage; a page may be forbidden it, and then reading the property itself throws. */
export function pageStorage(): PreferenceStorage | undefined {
  try {
    return globalThis.localStorage;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** The choices of this browser. */
export const preferences = new Preferences(pageStorage());
