/** @module ICE servers for a session, as a port. */
import type { IceServer } from '@longwire/protocol';

/** For whom ICE servers are asked. */
export interface IceRequest {
  readonly productId: string;
  readonly deviceId: string;
  readonly tokenId: string;
  /** Names the session, and tells nothing else about it: TURN sends it in the clear. */
  readonly session: string;
  /** Which end of the session uses them; each gets credentials of its own. */
  readonly peer: 'client' | 'device';
}

/** Gives a session its ICE servers, after login only; each call may give other credentials. */
export interface IceProvider {
  serversFor(request: IceRequest): Promise<IceServer[]>;
}
