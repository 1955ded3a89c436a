/** @module A journal of the writes under way: a browser drops the writes that a closing page has not finished, and the next page completes them. */

import { inTabStorage } from '../storage/tab-storage.ts';
import { readStoredDevice, type RememberedDevice } from './remembered-device.ts';

/** The new state of devices, by key; `undefined` for a removal. */
export type Changes = ReadonlyMap<string, RememberedDevice | undefined>;

/** Keeps changes in a place that is written synchronously. */
export interface ChangeJournal {
  read(): Changes;
  write(changes: Changes): void;
}

const KEY = 'longwire.unsaved';

/** Keeps them in the tab's session storage. */
export const tabJournal: ChangeJournal = {
  read: () => {
    const text = inTabStorage((storage) => storage.getItem(KEY)) ?? '[]';
    const entries: unknown = JSON.parse(text);
    return new Map(Array.isArray(entries) ? entries.flatMap(readEntry) : []);
  },
  write: (changes) => {
    inTabStorage((storage) => {
      if (changes.size === 0) storage.removeItem(KEY);
      else storage.setItem(KEY, JSON.stringify([...changes]));
    });
  },
};

/** JSON has no `undefined`: a removal is read as `null`. */
function readEntry(entry: unknown): (readonly [string, RememberedDevice | undefined])[] {
  if (!Array.isArray(entry)) return [];
  const [key, row]: readonly unknown[] = entry;
  if (typeof key !== 'string') return [];
  if (row === null) return [[key, undefined]];
  const device = readStoredDevice(row);
  return device === undefined ? [] : [[device.key, device]];
}
