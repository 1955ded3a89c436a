/** @module Notes about how a device identifies this browser. None of them is an error. */

import type { BrowserIdentity, DeviceName } from '@longwire/client';
import { deviceKey } from '../devices/device-key.ts';
import { Store } from '@longwire/protocol/base';

/** One note. */
export type IdentityNote =
  /** This browser stores no certificate: the password is asked for each time. */
  | { readonly kind: 'not-kept' }
  /** The certificate has expired or could not be read: a password is asked for once. */
  | { readonly kind: 'lapsed' }
  /** The device does not store this browser's certificate: the password is asked for each time. */
  | { readonly kind: 'not-remembered' }
  /** The device recognizes this browser until then; after that, it needs a new invite. */
  | { readonly kind: 'expires'; readonly atMs: number };

/** Reasons for which a new certificate has replaced the old one. */
const REPLACED: ReadonlySet<string> = new Set(['corrupt', 'expired']);

/** Keeps the latest note about each device. */
export class IdentityNotes {
  readonly #notes = new Store<ReadonlyMap<string, IdentityNote>>(new Map());

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#notes.subscribe;

  /** The notes by the devices' keys. */
  readonly snapshot = this.#notes.snapshot;

  constructor(identity: Pick<BrowserIdentity, 'on'>) {
    identity.on('unavailable', ({ device, reason }) => {
      this.#put(device, { kind: REPLACED.has(reason) ? 'lapsed' : 'not-kept' });
    });
    identity.on('not-remembered', ({ device }) => this.#put(device, { kind: 'not-remembered' }));
    identity.on('renewal-refused', ({ device, expiresMs }) =>
      this.#put(device, { kind: 'expires', atMs: expiresMs }),
    );
    identity.on('renewed', ({ device }) => this.#put(device, undefined));
  }

  /** A user has logged in to the device: notes about asking for a password once are obsolete. */
  handleUser(key: string): void {
    if (this.#notes.value.get(key)?.kind === 'lapsed') this.#set(key, undefined);
  }

  #put(device: DeviceName | undefined, note: IdentityNote | undefined): void {
    if (device === undefined || !('productId' in device)) return;
    this.#set(deviceKey(device.productId, device.deviceId), note);
  }

  #set(key: string, note: IdentityNote | undefined): void {
    const notes = new Map(this.#notes.value);
    if (note === undefined) notes.delete(key);
    else notes.set(key, note);
    this.#notes.put(notes);
  }
}
