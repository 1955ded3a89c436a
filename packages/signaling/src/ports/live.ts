/** @module Port for the connections of this node. */
import type { LocalConnections } from '@longwire/cluster';

/** Filter of this node's connections; absent fields match anything. */
export interface LiveScope {
  readonly productId?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly tokenId?: string | undefined;
  /** Sessions whose JWT was signed by this issuer. */
  readonly jwtIssuer?: string | undefined;
  /** Excludes attachments that proved this key. */
  readonly exceptFingerprint?: string | undefined;
}

/** The connections of this node. */
export interface LiveConnections extends LocalConnections {
  /** Ends the matching clients with this close code, those that wait for their device too, and notifies their devices. Returns their number. */
  endSessions(scope: LiveScope, code: number): number;
  /** Ends the matching attachments and their sessions. */
  endDevices(scope: LiveScope, code: number): number;
}
