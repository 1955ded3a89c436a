/** @module Messages between nodes. */
import type { IceServer } from '@longwire/protocol';
import type { LiveDevice, LiveSession } from './ports/live.ts';

/** One message between nodes. */
export type BusMessage =
  /** Carries only a new epoch: everything shared in an older one has ended. */
  | { readonly type: 'hello' }
  /** A message of this epoch is missing. `link` is the epoch's name on the wire. */
  | { readonly type: 'reset'; readonly link: number }
  /** The sending node has a newer attachment of the device. */
  | { readonly type: 'replace'; readonly device: string; readonly attachment: string }
  /** The client's node asks the device's node for a session. */
  | {
      readonly type: 'open';
      readonly session: string;
      readonly productId: string;
      readonly deviceId: string;
      readonly tokenId: string;
      readonly iceServers: IceServer[];
    }
  /** `onlineMs`: how long the device has been attached; older nodes omit it. */
  | { readonly type: 'opened'; readonly session: string; readonly onlineMs?: number | undefined }
  | {
      readonly type: 'refused';
      readonly session: string;
      readonly reason: 'full' | 'offline' | 'unreachable';
    }
  /** One message of a session, verbatim, from either side. */
  | { readonly type: 'say'; readonly session: string; readonly text: string }
  /** Acknowledges bytes that the reader of a session has handled. */
  | { readonly type: 'taken'; readonly session: string; readonly bytes: number }
  | { readonly type: 'end'; readonly session: string; readonly code: number; readonly reason?: string }
  | { readonly type: 'ask-list'; readonly question: string }
  | { readonly type: 'ask-end'; readonly question: string; readonly session: string; readonly code: number }
  /** Part of the response to `ask-list`; `isLast` marks the last part. */
  | {
      readonly type: 'listed';
      readonly question: string;
      readonly devices: LiveDevice[];
      readonly sessions: LiveSession[];
      readonly isLast: boolean;
    }
  | { readonly type: 'ended'; readonly question: string; readonly isFound: boolean };

/** A message of type `T`. */
export type BusMessageOf<T extends BusMessage['type']> = Extract<BusMessage, { readonly type: T }>;

/** Sender, epoch and sequence number of an envelope. */
export interface EnvelopeHeader {
  readonly from: string;
  readonly epoch: number;
  readonly seq: number;
}

/** Messages from one node to another, sent together. */
export interface Envelope extends EnvelopeHeader {
  readonly messages: readonly BusMessage[];
}
