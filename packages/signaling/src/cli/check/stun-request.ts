/** @module Requests to a STUN or TURN server with long-term credentials, and their answers (RFC 8489 section 9.2, RFC 8656). */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  decodeStunMessage,
  encodeStunMessage,
  equalBytes,
  STUN_ATTRIBUTE_HEADER_BYTES,
  StunAttribute,
} from '@longwire/protocol';

/** Length of HMAC-SHA1. */
const INTEGRITY_BYTES = 20;

/** Long-term credentials with the realm and nonce from the server. */
export interface StunLogin {
  readonly username: string;
  readonly credential: string;
  readonly realm: Uint8Array;
  readonly nonce: Uint8Array;
}

/** A response of the server. */
export interface StunAnswer {
  /** 0 for success, else the error code. */
  readonly error: number;
  readonly attributes: ReadonlyMap<number, Uint8Array>;
}

/** An encoded request and the transaction id that its response carries. */
export interface StunRequest {
  readonly bytes: Uint8Array;
  readonly transaction: Uint8Array;
}

type Attribute = readonly [type: number, value: Uint8Array];

/** Encodes a request; with a login it is signed. */
export function encodeStunRequest(
  type: number,
  attributes: readonly Attribute[],
  login?: StunLogin,
): StunRequest {
  const transaction = randomBytes(12);
  if (login === undefined)
    return { bytes: encodeStunMessage({ type, transaction, attributes }), transaction };
  const { username, realm, nonce, credential } = login;
  const bytes = encodeStunMessage({
    type,
    transaction,
    attributes: [
      ...attributes,
      [StunAttribute.username, Buffer.from(username)],
      [StunAttribute.realm, realm],
      [StunAttribute.nonce, nonce],
      // The signed length includes the signature itself (RFC 8489 section 14.5).
      [StunAttribute.messageIntegrity, new Uint8Array(INTEGRITY_BYTES)],
    ],
  });
  const key = createHash('md5')
    .update(`${username}:${Buffer.from(realm).toString()}:${credential}`)
    .digest();
  const signed = bytes.subarray(0, -INTEGRITY_BYTES - STUN_ATTRIBUTE_HEADER_BYTES);
  bytes.set(createHmac('sha1', key).update(signed).digest(), bytes.length - INTEGRITY_BYTES);
  return { bytes, transaction };
}

/** Decodes a response; undefined if it is invalid or answers another request. */
export function decodeStunAnswer(bytes: Uint8Array, transaction: Uint8Array): StunAnswer | undefined {
  const message = decodeStunMessage(bytes);
  if (message === undefined || !equalBytes(message.transaction, transaction)) return undefined;
  const attributes = new Map(message.attributes.map(({ type, value }) => [type, value]));
  const code = attributes.get(StunAttribute.errorCode);
  return { error: code === undefined ? 0 : (code[2] ?? 0) * 100 + (code[3] ?? 0), attributes };
}
