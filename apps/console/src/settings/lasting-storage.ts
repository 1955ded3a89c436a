/** @module Whether the browser may evict stored data when space runs low, and the request not to. */

import type { DeviceLibrary } from '../devices/device-library.ts';
import type { Preferences } from './preferences.ts';

/** The parts of `navigator.storage` used here; insecure pages have none. */
export type StoragePort = Pick<StorageManager, 'persist' | 'persisted' | 'estimate'>;

/** The browser's storage information. */
export interface StorageFacts {
  /** `lasting`: only a person removes the data. `fleeting`: the browser may evict it. */
  readonly kind: 'lasting' | 'fleeting' | 'unknown';
  readonly usedBytes: number | undefined;
}

/** Queries the browser about the storage of this page. */
export class LastingStorage {
  readonly #port: StoragePort | undefined;
  readonly #preferences: Pick<Preferences, 'get' | 'set'>;

  constructor(port: StoragePort | undefined, preferences: Pick<Preferences, 'get' | 'set'>) {
    this.#port = port;
    this.#preferences = preferences;
  }

  async look(): Promise<StorageFacts> {
    if (this.#port === undefined) return { kind: 'unknown', usedBytes: undefined };
    const [isLasting, { usage }] = await Promise.all([this.#port.persisted(), this.#port.estimate()]);
    return { kind: isLasting ? 'lasting' : 'fleeting', usedBytes: usage };
  }

  /** Requests persistent storage; some browsers ask the person. */
  async ask(): Promise<boolean> {
    this.#preferences.set('storage-asked', 'yes');
    return (await this.#port?.persist()) ?? false;
  }

  /** Requests it once per browser, when there is something to store: the first device has been verified. */
  askWhenWorthwhile(
    library: Pick<DeviceLibrary, 'snapshot' | 'subscribe'>,
    reportError: (error: unknown) => void,
  ): void {
    if (this.#preferences.get('storage-asked') !== undefined) return;
    const off = library.subscribe(() => {
      if (!library.snapshot().some(({ verifiedAtMs }) => verifiedAtMs !== undefined)) return;
      off();
      this.ask().catch(reportError);
    });
  }
}
