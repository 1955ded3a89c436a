/** @module The messages between a client and its signaling service (PROTOCOL.md section 2). */
import type { TurnReply } from './ice-server.ts';
import type { Metadata } from './metadata.ts';

/** The path of the signaling WebSocket below the service's URL. */
export const SIGNALING_PATH = '/signaling/v1';

/** The WebSocket sub-protocol of {@link SIGNALING_PATH}. */
export const SIGNALING_SUBPROTOCOL = 'json';

/** A session description as relayed, assignable to `RTCSessionDescriptionInit`. */
export interface Description {
  type: 'offer' | 'answer';
  sdp: string;
}

/** An ICE candidate as relayed, assignable to `RTCIceCandidateInit`. */
export interface IceCandidate {
  candidate: string;
  sdpMid?: string | null;
  sdpMLineIndex?: number | null;
  usernameFragment?: string | null;
}

/** The first message of a client; it carries exactly one of the two kinds of token. */
export type LoginMessage =
  | { kind: 'login'; productId: string; deviceId: string; sct: string; jwt?: never }
  | { kind: 'login'; productId: string; deviceId: string; jwt: string; sct?: never };

/** The service's reply; its fields are unvalidated, so each reader has to check the one it uses. */
export interface LoginReply {
  kind: 'loginReply';
  features?: unknown;
  /** How long the device has been attached, in seconds (docs/protocol/online.md). */
  onlineSeconds?: unknown;
}

/** Every signaling message, by kind instead of its number on the wire. */
export type SignalingMessage =
  | LoginMessage
  | LoginReply
  | { kind: 'turnRequest' }
  | TurnReply
  | { kind: 'description'; description: Description; metadata: Metadata }
  | { kind: 'candidate'; candidate: IceCandidate; metadata?: Metadata }
  | { kind: 'requestOffer' };

/** A message that the service forwards verbatim between client and device. */
export type RelayedMessage = Extract<
  SignalingMessage,
  { kind: 'description' | 'candidate' | 'requestOffer' }
>;

/** Whether the service forwards messages of this kind. */
export function isRelayed(kind: SignalingMessage['kind']): kind is RelayedMessage['kind'] {
  return kind === 'description' || kind === 'candidate' || kind === 'requestOffer';
}

/** The message type numbers on the wire. */
export const SignalingType = {
  offer: 0,
  answer: 1,
  candidate: 2,
  turnRequest: 3,
  turnReply: 4,
  requestOffer: 5,
  login: 20,
  loginReply: 21,
} as const;
