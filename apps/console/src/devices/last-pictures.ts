/** @module The last picture of each device, as a URL for an image, and when it was taken. */

import { Store } from '@longwire/protocol/base';
import type { DeviceLibrary } from './device-library.ts';

/** Where pictures are stored, and how they become URLs. */
export interface LastPicturesOptions {
  readonly library: Pick<DeviceLibrary, 'picture' | 'putPicture'>;
  readonly createUrl: (picture: Blob) => string;
  readonly revokeUrl: (url: string) => void;
  readonly reportError: (error: unknown) => void;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

interface Shown {
  readonly url: string;
  readonly takenAtMs: number | undefined;
}

/** Holds one URL for each device; it is revoked when a newer picture replaces it. */
export class LastPictures {
  readonly #options: LastPicturesOptions;
  readonly #shown = new Store<ReadonlyMap<string, Shown>>(new Map());
  readonly #asked = new Set<string>();
  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#shown.subscribe;

  constructor(options: LastPicturesOptions) {
    this.#options = options;
  }

  /** The URL of a device's last picture; the first call reads it from the storage. */
  url(key: string): string | undefined {
    const url = this.#shown.value.get(key)?.url;
    if (url === undefined && !this.#asked.has(key)) {
      this.#asked.add(key);
      this.#load(key).catch(this.#options.reportError);
    }
    return url;
  }

  /** When the picture at `url()` was taken, in milliseconds since 1970; undefined for one of an earlier version. */
  takenAtMs(key: string): number | undefined {
    return this.#shown.value.get(key)?.takenAtMs;
  }

  /** Stores a picture as a device's last, with the time. */
  put(key: string, picture: Blob): void {
    const dated = new File([picture], key, { type: picture.type, lastModified: this.#options.now() });
    this.#show(key, dated);
    this.#options.library.putPicture(key, dated).catch(this.#options.reportError);
  }

  /** Forgets a device's picture. */
  forget(key: string): void {
    const shown = this.#shown.value.get(key);
    this.#shown.put(new Map([...this.#shown.value].filter(([other]) => other !== key)));
    if (shown !== undefined) this.#options.revokeUrl(shown.url);
  }

  async #load(key: string): Promise<void> {
    const picture = await this.#options.library.picture(key);
    if (picture !== undefined && !this.#shown.value.has(key)) this.#show(key, picture);
  }

  #show(key: string, picture: Blob): void {
    const older = this.#shown.value.get(key);
    const takenAtMs = picture instanceof File ? picture.lastModified : undefined;
    const shown = { url: this.#options.createUrl(picture), takenAtMs };
    this.#shown.put(new Map([...this.#shown.value, [key, shown]]));
    if (older !== undefined) this.#options.revokeUrl(older.url);
  }
}
