/** @module What a person should know about this browser being known by a device. None of it is an error. */

import { deviceKey } from '../devices/remembered-device.ts';
import type { BrowserIdentity, DeviceName } from '../wire.ts';

/** One thing to know. */
export type IdentityNote =
  /** This browser keeps nothing to be known by: the password is asked for each time. */
  | { readonly kind: 'not-kept' }
  /** The device does not take this browser on: the password is asked for each time. */
  | { readonly kind: 'not-remembered' }
  /** The device will know this browser until then, and not longer without a new invite. */
  | { readonly kind: 'expires'; readonly atMs: number };

/** Reasons after which a new certificate is in the place of the old one. */
const REPLACED: ReadonlySet<string> = new Set(['corrupt', 'expired']);

/** Keeps the latest note about each device. */
export class IdentityNotes {
  readonly #listeners = new Set<() => void>();
  #notes: ReadonlyMap<string, IdentityNote> = new Map();

  constructor(identity: Pick<BrowserIdentity, 'on'>) {
    identity.on('unavailable', ({ device, reason }) => {
      if (!REPLACED.has(reason)) this.#put(device, { kind: 'not-kept' });
    });
    identity.on('not-remembered', ({ device }) => this.#put(device, { kind: 'not-remembered' }));
    identity.on('renewal-refused', ({ device, expiresMs }) =>
      this.#put(device, { kind: 'expires', atMs: expiresMs }),
    );
    identity.on('renewed', ({ device }) => this.#put(device, undefined));
  }

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** The notes by the devices' keys. */
  readonly snapshot = (): ReadonlyMap<string, IdentityNote> => this.#notes;

  #put(device: DeviceName | undefined, note: IdentityNote | undefined): void {
    if (device === undefined || !('productId' in device)) return;
    const notes = new Map(this.#notes);
    const key = deviceKey(device.productId, device.deviceId);
    if (note === undefined) notes.delete(key);
    else notes.set(key, note);
    this.#notes = notes;
    for (const listener of this.#listeners) listener();
  }
}
