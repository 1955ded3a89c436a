/** @module The events that a device emits to its application. */
import type { User } from '@longwire/protocol';
import type { SourceHealth } from '../media/media-source.ts';
import type { SafeChannel } from '../peer/safe-channel.ts';
import type { DeviceSession, SessionEnd } from './device-session.ts';

/** A data channel of the application and its session. */
export interface DeviceChannel {
  readonly channel: SafeChannel;
  readonly session: DeviceSession;
}

/** A session's previous and current user; undefined when it is not logged in. */
export interface UserChange {
  readonly from: User | undefined;
  readonly to: User | undefined;
}

/** The events of a device. If a listener throws, the error is logged and the other listeners still run. */
export interface DeviceEvents {
  /** The device has attached to the service, for the first time or again. */
  attached: [];
  /** The connection to the service is lost; the device reconnects by itself. */
  detached: [loss: { readonly code: number; readonly reason: string }];
  /** A client has connected. Emitted before its first request. */
  sessionopened: [session: DeviceSession];
  /** A session has ended, by the client or by the device. */
  sessionclosed: [session: DeviceSession, end: SessionEnd];
  /** A session's user or role has changed: by a login, a pairing or an administrator. */
  userchange: [session: DeviceSession, change: UserChange];
  /** The device has started to send a track to a session. */
  watched: [trackId: string, session: DeviceSession];
  /** The device has stopped sending a track to a session. */
  unwatched: [trackId: string, session: DeviceSession];
  /** A source has started to fail, fails for another reason, or has recovered. */
  sourcehealth: [trackId: string, health: SourceHealth];
  /** A client opened a channel whose label the device does not use itself. Without a listener such channels are closed. */
  channel: [opened: DeviceChannel];
}
