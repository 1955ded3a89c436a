/** @module Who is connected just now, as a port. */
import type { DeviceKey } from './presence.ts';

/** An attached device. */
export interface LiveDevice extends DeviceKey {
  /** When it attached, in milliseconds since the epoch. */
  readonly since: number;
  /** The node that has its socket. */
  readonly node: string;
}

/** A client's session with a device. */
export interface LiveSession extends DeviceKey {
  readonly id: string;
  readonly tokenId: string;
  /** The address that the client came from. */
  readonly address: string;
  readonly since: number;
  /** The node that has the client's socket. */
  readonly node: string;
}

/** What of those connected here is meant; a field that is absent means any. */
export interface LiveScope {
  readonly productId?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly tokenId?: string | undefined;
  /** Sessions whose jwt this issuer signed. */
  readonly jwtIssuer?: string | undefined;
  /** Spares the attachments that proved to hold this key. */
  readonly exceptFingerprint?: string | undefined;
}

/** The sockets of this node. */
export interface LiveConnections {
  devices(): LiveDevice[];
  sessions(): LiveSession[];
  /** Ends the client sessions in scope; 4002 when their token is worth nothing any more. The device is told. Returns how many there were. */
  endSessions(scope: LiveScope, code: number): number;
  endSession(id: string, code: number): boolean;
  /** Ends the attachments in scope, and so their sessions. */
  endDevices(scope: LiveScope, code: number): number;
}

/** The sockets of all nodes. */
export interface LiveDirectory {
  /** `missing` names nodes that did not answer in time. */
  list(): Promise<{
    readonly devices: LiveDevice[];
    readonly sessions: LiveSession[];
    readonly missing: string[];
  }>;
  /** Ends one session wherever it is; false when no node has it. */
  endSession(id: string, code: number): Promise<boolean>;
}
