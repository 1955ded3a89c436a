/** @module Whether the browser may evict stored data when space runs low, and the request not to (Storage Standard, persistence). */

import type { DeviceLibrary } from '../devices/device-library.ts';
import { preferences, type Preferences } from './preferences.ts';

/** The parts of `navigator.storage` used here; insecure pages have none. */
export type StoragePort = Pick<StorageManager, 'persist' | 'persisted' | 'estimate'>;

/** The browser's storage information. */
export interface StorageFacts {
  /** `lasting`: only a person removes the data. `fleeting`: the browser may evict it. */
  readonly kind: 'lasting' | 'fleeting' | 'unknown';
  readonly usedBytes: number | undefined;
}

/** Queries the browser about the storage of this page. */
export class StoragePersistence {
  readonly #port: StoragePort | undefined;
  readonly #preferences: Pick<Preferences, 'get' | 'set'>;

  constructor(port: StoragePort | undefined, preferences: Pick<Preferences, 'get' | 'set'>) {
    this.#port = port;
    this.#preferences = preferences;
  }

  async read(): Promise<StorageFacts> {
    if (this.#port === undefined) return { kind: 'unknown', usedBytes: undefined };
    const [isLasting, { usage }] = await Promise.all([this.#port.persisted(), this.#port.estimate()]);
    return { kind: isLasting ? 'lasting' : 'fleeting', usedBytes: usage };
  }

  /** Requests persistent storage; some browsers ask the person. */
  async request(): Promise<boolean> {
    this.#preferences.set('storage-asked', 'yes');
    return (await this.#port?.persist()) ?? false;
  }

  /** Requests it once per browser, when there is something to store: the first device has been verified. */
  requestWhenWorthwhile(
    library: Pick<DeviceLibrary, 'snapshot' | 'subscribe'>,
    reportError: (error: unknown) => void,
  ): void {
    if (this.#preferences.get('storage-asked') !== undefined) return;
    const off = library.subscribe(() => {
      if (!library.snapshot().some(({ verifiedAtMs }) => verifiedAtMs !== undefined)) return;
      off();
      this.request().catch(reportError);
    });
  }
}

// On an insecure page the property does not exist.
const port: StoragePort | undefined = navigator.storage;

/** The persistence of this page's storage. */
export const storagePersistence = new StoragePersistence(port, preferences);
