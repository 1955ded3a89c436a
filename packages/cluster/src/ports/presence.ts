/** @module Port for the location of attached devices. */
import type { DeviceKey, IceServer } from '@longwire/protocol';

/** The client's end of a session, as used by a device's attachment. */
export interface SessionClient {
  /** Delivers a message of the device, verbatim. */
  deliver(text: string): void;
  /** Ends the session; closes the client's socket with `code`. */
  end(code: number, reason: string): void;
}

/** The device's end of a session, as used by a client. */
export interface SessionDevice {
  /**
   * Delivers a message of the client, verbatim; returns a promise if the device lags behind and the client
   * has to wait.
   */
  deliver(text: string): Promise<void> | undefined;
  /** The client's socket has closed with this code, and with the reason that the client gave, if any. */
  end(code: number, reason?: string): void;
}

/** Parameters of a new session. */
export interface SessionOpening {
  readonly tokenId: string;
  readonly iceServers: readonly IceServer[];
  readonly client: SessionClient;
}

/** A session, or why it could not be opened. */
export type OpenedSession =
  | {
      readonly kind: 'opened';
      readonly session: SessionDevice;
      /** How long the device has been attached, by its own node's clock; older nodes omit it. */
      readonly onlineMs?: number | undefined;
    }
  | { readonly kind: 'full' }
  | { readonly kind: 'offline' }
  /** The device's node does not respond. */
  | { readonly kind: 'unreachable' };

/** An attached device, with its socket on this node or another. */
export interface Attachment {
  openSession(opening: SessionOpening): Promise<OpenedSession>;
  /** A newer attachment of the same device has replaced this one. */
  replace(): void;
}

/** Location of a device: attached, offline, or unknown because other nodes are unreachable. */
export type Located =
  | { readonly kind: 'attached'; readonly attachment: Attachment }
  | { readonly kind: 'offline' }
  | { readonly kind: 'unreachable' };

/** Finds attached devices. */
export interface Presence {
  /** Makes `attachment` the device's current one; calls `replace` on the previous one. */
  attach(key: DeviceKey, attachment: Attachment): Promise<void>;
  /** Removes `attachment`, unless a newer one has replaced it. */
  detach(key: DeviceKey, attachment: Attachment): Promise<void>;
  locate(key: DeviceKey): Promise<Located>;
  /**
   * Calls `onAttached` once, when the device attaches to any node, unless the returned object is disposed first. A
   * device that is attached already may or may not be reported: call {@link locate} afterwards.
   */
  watch(key: DeviceKey, onAttached: () => void): Disposable;
}
