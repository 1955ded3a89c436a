/** @module A connection together with what is collected from it for views. */

import type { ConnectionPort } from './connection-port.ts';
import { TrackStore } from './track-store.ts';

/** One connection and its tracks: what a provider hands to the hooks. */
export interface DeviceHandle<C extends ConnectionPort = ConnectionPort> {
  readonly connection: C;
  readonly tracks: TrackStore;
}

/** Wraps a connection. Call it before `connect()`, so that no track is missed. */
export function createDeviceHandle<C extends ConnectionPort>(connection: C): DeviceHandle<C> {
  return { connection, tracks: new TrackStore(connection) };
}
