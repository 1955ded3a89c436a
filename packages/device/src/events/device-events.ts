/** @module What a device tells its application. */
import type { User } from '@longwire/protocol';
import type { SourceHealth } from '../media/media-source.ts';
import type { SafeChannel } from '../peer/safe-channel.ts';
import type { DeviceSession, SessionEnd } from './device-session.ts';

/** A data channel of the application's own, and whose it is. */
export interface DeviceChannel {
  readonly channel: SafeChannel;
  readonly session: DeviceSession;
}

/** Who a session was and is; undefined for nobody. */
export interface UserChange {
  readonly from: User | undefined;
  readonly to: User | undefined;
}

/** The events of a device. What a listener throws is logged and reaches nobody else. */
export interface DeviceEvents {
  /** Attached to the service, for the first time or again. */
  attached: [];
  /** The service is lost; attempts to attach again follow by themselves. */
  detached: [loss: { readonly code: number; readonly reason: string }];
  /** A client has connected; its requests come after this. */
  sessionopened: [session: DeviceSession];
  /** A client has gone or was sent away. */
  sessionclosed: [session: DeviceSession, end: SessionEnd];
  /** A session has become somebody else or got another role: a login, a pairing, an administrator's change. */
  userchange: [session: DeviceSession, change: UserChange];
  /** A track is sent to a session from now on. */
  watched: [trackId: string, session: DeviceSession];
  /** A track is no longer sent to a session. */
  unwatched: [trackId: string, session: DeviceSession];
  /** A source has begun to fail, fails for another reason, or is well again. */
  sourcehealth: [trackId: string, health: SourceHealth];
  /** A client opened a channel of a label that the device does not use itself; without a listener such channels are closed. */
  channel: [opened: DeviceChannel];
}
