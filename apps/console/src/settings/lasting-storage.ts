/** @module Whether the browser may throw away what is remembered when it runs out of room, and asking it not to. */

import type { DeviceLibrary } from '../devices/device-library.ts';
import type { Preferences } from './preferences.ts';

/** The part of `navigator.storage` that is used here; browsers without a secure page have none. */
export type StoragePort = Pick<StorageManager, 'persist' | 'persisted' | 'estimate'>;

/** What the browser says of the storage. */
export interface StorageFacts {
  /** `lasting`: only a person removes it. `fleeting`: the browser may. */
  readonly kind: 'lasting' | 'fleeting' | 'unknown';
  readonly usedBytes: number | undefined;
}

/** Asks the browser about the storage of this page. */
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

  /** Asks for lasting storage; some browsers put the question to the person. */
  async ask(): Promise<boolean> {
    this.#preferences.set('storage-asked', 'yes');
    return (await this.#port?.persist()) ?? false;
  }

  /** Asks once in a browser's life, when there is something to keep: the first device has proved who it is. */
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
