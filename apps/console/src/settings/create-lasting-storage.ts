/** @module Storage persistence of this page. */

import { LastingStorage, type StoragePort } from './lasting-storage.ts';
import { preferences } from './preferences.ts';

// On an insecure page the property does not exist.
const port: StoragePort | undefined = navigator.storage;

/** Reports the persistence, and requests it. */
export const lastingStorage = new LastingStorage(port, preferences);
