/** @module What nodes say to each other. */
import type { IceServer } from '@longwire/protocol';
import type { LiveDevice, LiveSession } from '../ports/live.ts';

/** One message between nodes. */
export type BusMessage =
  /** Nothing but the number of the link: what was said on an older one is over. */
  | { readonly type: 'hello' }
  /** Something that was said on this link is missing. */
  | { readonly type: 'reset'; readonly link: number }
  /** A newer attachment of the device is on the node that says so. */
  | { readonly type: 'replace'; readonly device: string; readonly attachment: string }
  /** The node of a client asks that of a device for a session. */
  | {
      readonly type: 'open';
      readonly session: string;
      readonly productId: string;
      readonly deviceId: string;
      readonly tokenId: string;
      readonly iceServers: IceServer[];
    }
  /** `onlineMs`: for how long the device has been attached; an older node does not tell. */
  | { readonly type: 'opened'; readonly session: string; readonly onlineMs?: number | undefined }
  | {
      readonly type: 'refused';
      readonly session: string;
      readonly reason: 'full' | 'offline' | 'unreachable';
    }
  /** One message of a session, verbatim, from whichever side the node has. */
  | { readonly type: 'say'; readonly session: string; readonly text: string }
  /** So many more bytes of a session were taken by its reader. */
  | { readonly type: 'taken'; readonly session: string; readonly bytes: number }
  | { readonly type: 'end'; readonly session: string; readonly code: number; readonly reason?: string }
  | { readonly type: 'ask-list'; readonly question: string }
  | { readonly type: 'ask-end'; readonly question: string; readonly session: string; readonly code: number }
  /** Part of the answer to `ask-list`; the last part says so. */
  | {
      readonly type: 'listed';
      readonly question: string;
      readonly devices: LiveDevice[];
      readonly sessions: LiveSession[];
      readonly isLast: boolean;
    }
  | { readonly type: 'ended'; readonly question: string; readonly isFound: boolean };

/** One message of this type. */
export type BusMessageOf<T extends BusMessage['type']> = Extract<BusMessage, { readonly type: T }>;

/** Number `seq` on the link with this number, from this node. */
export interface ParcelHeader {
  readonly from: string;
  readonly link: number;
  readonly seq: number;
}

/** Messages of one node to another that travel together. */
export interface Parcel extends ParcelHeader {
  readonly messages: readonly BusMessage[];
}
