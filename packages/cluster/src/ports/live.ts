/** @module Port for current connections, of this node and of all. */
import type { DeviceKey } from '@longwire/protocol';

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

/** The connections of this node that other nodes may list and end. */
export interface LocalConnections {
  devices(): LiveDevice[];
  sessions(): LiveSession[];
  endSession(id: string, code: number): boolean;
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
