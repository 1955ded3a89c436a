/** @module The last picture of each device, as a URL for an image. */

import type { DeviceLibrary } from './device-library.ts';

/** Where pictures are stored, and how they become URLs. */
export interface LastPicturesOptions {
  readonly library: Pick<DeviceLibrary, 'picture' | 'putPicture'>;
  readonly createUrl: (picture: Blob) => string;
  readonly revokeUrl: (url: string) => void;
  readonly reportError: (error: unknown) => void;
}

/** Holds one URL for each device; it is revoked when a newer picture replaces it. */
export class LastPictures {
  readonly #options: LastPicturesOptions;
  readonly #urls = new Map<string, string | undefined>();
  readonly #listeners = new Set<() => void>();

  constructor(options: LastPicturesOptions) {
    this.#options = options;
  }

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** The URL of a device's last picture; the first call reads it from the storage. */
  url(key: string): string | undefined {
    if (!this.#urls.has(key)) {
      this.#urls.set(key, undefined);
      this.#load(key).catch(this.#options.reportError);
    }
    return this.#urls.get(key);
  }

  /** Stores a picture as a device's last. */
  put(key: string, picture: Blob): void {
    this.#show(key, picture);
    this.#options.library.putPicture(key, picture).catch(this.#options.reportError);
  }

  /** Forgets a device's picture. */
  forget(key: string): void {
    const url = this.#urls.get(key);
    this.#urls.delete(key);
    if (url !== undefined) this.#options.revokeUrl(url);
  }

  async #load(key: string): Promise<void> {
    const picture = await this.#options.library.picture(key);
    if (picture !== undefined && this.#urls.get(key) === undefined) this.#show(key, picture);
  }

  #show(key: string, picture: Blob): void {
    const older = this.#urls.get(key);
    this.#urls.set(key, this.#options.createUrl(picture));
    for (const listener of this.#listeners) listener();
    if (older !== undefined) this.#options.revokeUrl(older);
  }
}
