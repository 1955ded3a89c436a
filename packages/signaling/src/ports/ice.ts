/** @module Port for a session's ICE servers. */
import type { IceServer } from '@longwire/protocol';

/** The session and the end of it that need ICE servers. */
export interface IceRequest {
  readonly productId: string;
  readonly deviceId: string;
  readonly tokenId: string;
  /** Identifies the session and reveals nothing else: TURN sends it in the clear. */
  readonly session: string;
  /** The end of the session; each gets its own credentials. */
  readonly peer: 'client' | 'device';
}

/** Provides ICE servers for a session, only after login; each call may return other credentials. */
export interface IceProvider {
  serversFor(request: IceRequest): Promise<IceServer[]>;
}
