/** @module Which device is attached, and where. */
import type { IceServer } from '@longwire/protocol';

/** Names one device. */
export interface DeviceKey {
  readonly productId: string;
  readonly deviceId: string;
}

/** Whether both are the same to the letter: a device that was registered anew in another case is another one. */
export function isSameKey(one: DeviceKey, other: DeviceKey): boolean {
  return one.productId === other.productId && one.deviceId === other.deviceId;
}

/** A client's end of a session, as a device's attachment sees it. */
export interface SessionClient {
  /** A message of the device, verbatim. */
  deliver(text: string): void;
  /** The session is over; closes the client's socket with `code`. */
  end(code: number, reason: string): void;
}

/** A device's end of a session, as a client sees it. */
export interface DeviceSession {
  /** Takes a message of the client, verbatim; a promise when the device is behind and the client has to wait. */
  deliver(text: string): Promise<void> | undefined;
  /** The client is gone, by the close code of its socket. */
  end(code: number): void;
}

/** What a device is told of a new session. */
export interface SessionOpening {
  readonly tokenId: string;
  readonly iceServers: readonly IceServer[];
  readonly client: SessionClient;
}

/** A session, or why there is none. */
export type OpenedSession =
  | {
      readonly kind: 'opened';
      readonly session: DeviceSession;
      /** For how long the device has been attached, by its own node's clock; a node of an older version does not tell. */
      readonly onlineMs?: number | undefined;
    }
  | { readonly kind: 'full' }
  | { readonly kind: 'offline' }
  /** The node of the device does not answer. */
  | { readonly kind: 'unreachable' };

/** One attached device; the same to a client whether its socket is on this node or on another. */
export interface Attachment {
  openSession(opening: SessionOpening): Promise<OpenedSession>;
  /** A newer attachment of the same device took over. */
  replace(): void;
}

/** Where a device is: attached, nowhere, or not to be told because other nodes cannot be reached. */
export type Located =
  | { readonly kind: 'attached'; readonly attachment: Attachment }
  | { readonly kind: 'offline' }
  | { readonly kind: 'unreachable' };

/** Where the attached devices are found. */
export interface Presence {
  /** Makes `attachment` the device's current one; the one before it is told that it is replaced. */
  attach(key: DeviceKey, attachment: Attachment): Promise<void>;
  /** Forgets `attachment`, unless a newer one has taken its place already. */
  detach(key: DeviceKey, attachment: Attachment): Promise<void>;
  locate(key: DeviceKey): Promise<Located>;
}
