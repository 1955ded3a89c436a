/** @module What a session needs of a connection: a part of the client's `Connection`. */

import type { DeviceHandle } from '@longwire/react';
import type { Connection } from '../wire.ts';

/** A connection as a session uses it. */
export type SessionConnection = Pick<
  Connection,
  | 'state'
  | 'step'
  | 'identity'
  | 'on'
  | 'connect'
  | 'close'
  | 'request'
  | 'authenticate'
  | 'verifyFingerprint'
  | 'addTrack'
> & { readonly iam: Pick<Connection['iam'], 'getMe'> };

/** A connection and its tracks. */
export type SessionHandle = DeviceHandle<SessionConnection>;
