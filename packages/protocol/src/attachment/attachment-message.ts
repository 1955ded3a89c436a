/** @module The messages between a device and its signaling service (docs/protocol/attachment.md). */
import type { IceServer } from '../signaling/ice-server.ts';

/** The path of the attachment WebSocket below the service's URL. */
export const ATTACHMENT_PATH = '/signaling/device/v1';

/** The WebSocket sub-protocol of {@link ATTACHMENT_PATH}. */
export const ATTACHMENT_SUBPROTOCOL = 'longwire-device.v1';

/** Announced by a service that accepts the `tokens`, `token-add` and `token-withdraw` messages. */
export const TOKENS_FEATURE = 'tokens/1';

/** Announced by a service that accepts session messages verbatim, behind a line with the session id. */
export const VERBATIM_FEATURE = 'verbatim/1';

/** Announced by a service that sends push messages for its devices; `attached` then has its public key. */
export const PUSH_FEATURE = 'push/1';

/** Announced by a service that accepts `session-tokens` and answers with those that were revoked. */
export const REVOCATION_FEATURE = 'revocation/1';

/** Most tokens in one `session-tokens` message. Reason: far more than the sessions of one device. */
export const MAX_SESSION_TOKENS = 1_024;

/** How urgent a push message is (RFC 8030 section 5.3). */
export const PUSH_URGENCIES = ['very-low', 'low', 'normal', 'high'] as const;

/** One of {@link PUSH_URGENCIES}. */
export type PushUrgency = (typeof PUSH_URGENCIES)[number];

/** Largest encrypted body of a push message, in bytes (RFC 8291 section 4). */
export const MAX_PUSH_BODY_BYTES = 4096;

/** Most hashes in one message. Reason: keeps the message well below the length limit. */
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

/**
 * Every message of an attachment. On the wire each is the same object as JSON, except session messages sent verbatim.
 */
export type AttachmentMessage =
  /** Device to service, first: which device wants to attach. */
  | { type: 'hello'; productId: string; deviceId: string }
  /** Service to device: 32 random bytes, base64url, to be signed once. */
  | { type: 'challenge'; nonce: string }
  /** Device to service: the signed proof of the identity key. */
  | { type: 'prove'; token: string }
  /**
   * Service to device: the device is attached and sessions may follow; `features` lists the service's extensions, `pushKey` is the public
   * key with which it signs push messages (RFC 8292), base64url.
   */
  | { type: 'attached'; features?: string[]; pushKey?: string }
  /** Device to service: part of the SHA-256 hashes (hex) of all its users' tokens; the set takes effect with its last part. */
  | { type: 'tokens'; hashes: string[]; more: boolean }
  /** Device to service: adds a hash to the set, or removes one. */
  | { type: 'token-add'; hash: string }
  | { type: 'token-withdraw'; hash: string }
  /**
   * Service to device, after each whole set and each single change: how many tokens it keeps, and how many of the
   * latest it refused.
   */
  | { type: 'tokens-kept'; kept: number; refused: number }
  /** Device to service: the ids of the tokens of all sessions that go on without signaling; replaces the set before. */
  | { type: 'session-tokens'; tokenIds: string[] }
  /** Service to device: those of them that were revoked; their sessions end. */
  | { type: 'tokens-revoked'; tokenIds: string[] }
  /** Device to service: an encrypted message for the browser behind an endpoint; `ttl` in seconds, `body` in base64url. */
  | { type: 'push'; id: number; endpoint: string; ttl: number; urgency: PushUrgency; body: string }
  /** Service to device: the status with which the push service answered, or 0 if it was not asked or did not answer. */
  | { type: 'push-result'; id: number; status: number }
  /** Service to device: a client logged in with the token of this id. */
  | { type: 'session-open'; session: string; tokenId: string; iceServers: IceServer[] }
  /**
   * Both ways: one frame of the client's protocol; a JSON string on the wire, or verbatim if both ends support it.
   */
  | { type: 'session-message'; session: string; message: string; verbatim?: true }
  /** Both ways: the session is over; from the device, the code closes the client's socket. */
  | { type: 'session-close'; session: string; code: number; reason?: string };
