/** @module The messages between a device and its signaling service (docs/protocol/attachment.md). */
import type { IceServer } from '../signaling/ice-server.ts';

/** The path of the attachment WebSocket below the service's URL. */
export const ATTACHMENT_PATH = '/signaling/device/v1';

/** The WebSocket sub-protocol of {@link ATTACHMENT_PATH}. */
export const ATTACHMENT_SUBPROTOCOL = 'longwire-device.v1';

/** Close codes of the attachment socket, service to device. */
export const AttachmentCloseCode = {
  serviceRestart: 1012,
  proofRejected: 4002,
  unknownProduct: 4005,
  unknownDevice: 4006,
  timeout: 4007,
  replaced: 4009,
} as const;

/** One of the close codes of {@link AttachmentCloseCode}. */
export type AttachmentCloseCode = (typeof AttachmentCloseCode)[keyof typeof AttachmentCloseCode];

/** Every message of an attachment; on the wire it is the same object as JSON. */
export type AttachmentMessage =
  /** Device to service, first: who wants to attach. */
  | { type: 'hello'; productId: string; deviceId: string }
  /** Service to device: 32 random bytes, base64url, to be signed once. */
  | { type: 'challenge'; nonce: string }
  /** Device to service: the signed proof of the identity key. */
  | { type: 'prove'; token: string }
  /** Service to device: from here on sessions come. */
  | { type: 'attached' }
  /** Service to device: a client logged in, with the token of this id. */
  | { type: 'session-open'; session: string; tokenId: string; iceServers: IceServer[] }
  /** Both ways: one frame of the client's protocol, verbatim. */
  | { type: 'session-message'; session: string; message: string }
  /** Both ways: the session is over; from the device, the code closes the client's socket. */
  | { type: 'session-close'; session: string; code: number; reason?: string };
