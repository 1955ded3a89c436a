/** @module The messages between a device and its signaling service (docs/protocol/attachment.md). */
import type { IceServer } from '../signaling/ice-server.ts';

/** The path of the attachment WebSocket below the service's URL. */
export const ATTACHMENT_PATH = '/signaling/device/v1';

/** The WebSocket sub-protocol of {@link ATTACHMENT_PATH}. */
export const ATTACHMENT_SUBPROTOCOL = 'longwire-device.v1';

/** The feature by which a service says that it takes the announcement of tokens. */
export const TOKENS_FEATURE = 'tokens/1';

/** The feature by which a service says that it takes messages of sessions as they are, behind one line. */
export const VERBATIM_FEATURE = 'verbatim/1';

/** Most hashes in one message. Reason: they stay well below the longest message. */
export const MAX_ANNOUNCED_HASHES = 4096;

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

/** Every message of an attachment; on the wire it is the same object as JSON, save messages of sessions that go verbatim. */
export type AttachmentMessage =
  /** Device to service, first: who wants to attach. */
  | { type: 'hello'; productId: string; deviceId: string }
  /** Service to device: 32 random bytes, base64url, to be signed once. */
  | { type: 'challenge'; nonce: string }
  /** Device to service: the signed proof of the identity key. */
  | { type: 'prove'; token: string }
  /** Service to device: from here on sessions come; and what else the service takes. */
  | { type: 'attached'; features?: string[] }
  /** Device to service: a part of the SHA-256 hashes, hex, of all tokens that its users have; the set holds when its last part has come. */
  | { type: 'tokens'; hashes: string[]; more: boolean }
  /** Device to service: one more, or one less, than the set. */
  | { type: 'token-add'; hash: string }
  | { type: 'token-withdraw'; hash: string }
  /** Service to device, after each whole set and each single change: how many tokens are kept, and how many of those just told are not. */
  | { type: 'tokens-kept'; kept: number; refused: number }
  /** Service to device: a client logged in, with the token of this id. */
  | { type: 'session-open'; session: string; tokenId: string; iceServers: IceServer[] }
  /** Both ways: one frame of the client's protocol; on the wire a string in JSON or, where both ends know that, as it is. */
  | { type: 'session-message'; session: string; message: string; verbatim?: true }
  /** Both ways: the session is over; from the device, the code closes the client's socket. */
  | { type: 'session-close'; session: string; code: number; reason?: string };
