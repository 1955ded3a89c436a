/** @module ICE servers for a session, as a port. */
import type { IceServer } from '@longwire/protocol';

/** For whom ICE servers are asked. */
export interface IceRequest {
  readonly productId: string;
  readonly deviceId: string;
  readonly tokenId: string;
}

/** Gives a session its ICE servers, after login only. */
export interface IceProvider {
  serversFor(request: IceRequest): Promise<IceServer[]>;
}
