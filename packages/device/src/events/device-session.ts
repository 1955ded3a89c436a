/** @module A connected client, as the application sees it. */
import type { User } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';

/** Why a session ended. */
export interface SessionEnd {
  /** The close code of the client's signaling socket, if it was still open; 1000 if the device ended the session. */
  readonly code: number;
  /** A sentence for logs. If the client ended the session with a reason, it is the client's: text that proves nothing. */
  readonly reason: string;
}

/** One connected client. After the session ends, the properties keep their last values. */
export interface DeviceSession {
  /** An id that the device assigns, unique while the process runs. */
  readonly id: string;
  /** The two certificates and the token id; the same object as `request.session` of its requests. */
  readonly identity: SessionIdentity;
  /** The current user; undefined when the client is not logged in. */
  readonly user: User | undefined;
  readonly connectedAt: Date;
  /** The ids of the tracks that are currently sent. */
  readonly watching: readonly string[];
  /** Ends the session with code 1000. Idempotent. The reason is reported to `sessionclosed`, the log and the service. */
  close(reason?: string): void;
}
