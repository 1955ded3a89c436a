/** @module The last picture of each device, as a URL for an image. */

import { Store } from '@longwire/protocol/base';
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
  readonly #urls = new Store<ReadonlyMap<string, string>>(new Map());
  readonly #asked = new Set<string>();
  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#urls.subscribe;

  constructor(options: LastPicturesOptions) {
    this.#options = options;
  }

  /** The URL of a device's last picture; the first call reads it from the storage. */
  url(key: string): string | undefined {
    const url = this.#urls.value.get(key);
    if (url === undefined && !this.#asked.has(key)) {
      this.#asked.add(key);
      this.#load(key).catch(this.#options.reportError);
    }
    return url;
  }

  /** Stores a picture as a device's last. */
  put(key: string, picture: Blob): void {
    this.#show(key, picture);
    this.#options.library.putPicture(key, picture).catch(this.#options.reportError);
  }

  /** Forgets a device's picture. */
  forget(key: string): void {
    const url = this.#urls.value.get(key);
    this.#urls.put(new Map([...this.#urls.value].filter(([other]) => other !== key)));
    if (url !== undefined) this.#options.revokeUrl(url);
  }

  async #load(key: string): Promise<void> {
    const picture = await this.#options.library.picture(key);
    if (picture !== undefined && !this.#urls.value.has(key)) this.#show(key, picture);
  }

  #show(key: string, picture: Blob): void {
    const older = this.#urls.value.get(key);
    this.#urls.put(new Map([...this.#urls.value, [key, this.#options.createUrl(picture)]]));
    if (older !== undefined) this.#options.revokeUrl(older);
  }
}
