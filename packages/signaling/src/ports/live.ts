/** @module Port for current connections. */
import type { DeviceKey } from './presence.ts';

/** An attached device. */
export interface LiveDevice extends DeviceKey {
  /** Attach time, in milliseconds since the epoch. */
  readonly since: number;
  /** The node that holds its socket. */
  readonly node: string;
}

/** A client's session with a device. */
export interface LiveSession extends DeviceKey {
  readonly id: string;
  readonly tokenId: string;
  /** The client's address. */
  readonly address: string;
  readonly since: number;
  /** The node that holds the client's socket. */
  readonly node: string;
}

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
export interface LiveConnections {
  devices(): LiveDevice[];
  sessions(): LiveSession[];
  /**
   * Ends the matching client sessions, with 4002 when their token is no longer valid, and notifies the
   * device. Returns their number.
   */
  endSessions(scope: LiveScope, code: number): number;
  endSession(id: string, code: number): boolean;
  /** Ends the matching attachments and their sessions. */
  endDevices(scope: LiveScope, code: number): number;
}

/** The connections of all nodes. */
export interface LiveDirectory {
  /** `missing` lists nodes that did not respond in time. */
  list(): Promise<{
    readonly devices: LiveDevice[];
    readonly sessions: LiveSession[];
    readonly missing: string[];
  }>;
  /** Ends one session on any node; false if no node has it. */
  endSession(id: string, code: number): Promise<boolean>;
}
