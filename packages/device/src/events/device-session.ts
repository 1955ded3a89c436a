/** @module A client that is connected, as an application sees it. */
import type { User } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';

/** Why a session is over. */
export interface SessionEnd {
  /** What the client's signaling socket was closed with, if it was still there; 1000 is the device's own wish. */
  readonly code: number;
  /** In words, for a log. */
  readonly reason: string;
}

/** One connected client. After its end it keeps the last that was known. */
export interface DeviceSession {
  /** The device's own name for it, used once while the process runs. */
  readonly id: string;
  /** The two certificates and the token id; the same object as `request.session` of its requests. */
  readonly identity: SessionIdentity;
  /** Who the client is now; undefined for nobody. */
  readonly user: User | undefined;
  readonly connectedAt: Date;
  /** The ids of the tracks that are sent to it now. */
  readonly watching: readonly string[];
  /** Ends the session with 1000; again does nothing. The reason goes to `sessionclosed`, the log and the service. */
  close(reason?: string): void;
}
