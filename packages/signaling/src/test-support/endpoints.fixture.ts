/** @module Test fixture: where clients and devices connect to a service. */
import {
  ATTACHMENT_PATH,
  ATTACHMENT_SUBPROTOCOL,
  SIGNALING_PATH,
  SIGNALING_SUBPROTOCOL,
} from '@longwire/protocol';

/** Who connects, with its path and its sub-protocol. */
export const ENDPOINTS: readonly (readonly ['client' | 'device', path: string, subprotocol: string])[] = [
  ['client', SIGNALING_PATH, SIGNALING_SUBPROTOCOL],
  ['device', ATTACHMENT_PATH, ATTACHMENT_SUBPROTOCOL],
];
