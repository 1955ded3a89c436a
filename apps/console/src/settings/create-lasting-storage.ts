/** @module The storage of this page. */

import { LastingStorage, type StoragePort } from './lasting-storage.ts';
import { preferences } from './preferences.ts';

// Where a page is not secure, the property is not there at all.
const port: StoragePort | undefined = navigator.storage;

/** Tells of it, and asks for it to last. */
export const lastingStorage = new LastingStorage(port, preferences);
