/** @module Tokens: a number per open request, in as few bytes as possible (RFC 7252 section 5.3.1). */
import { uintBytes, uintOf } from '@longwire/protocol/coap-binary';

/** Encodes a token in one to four bytes. */
export function formatToken(token: number): Uint8Array {
  return token === 0 ? new Uint8Array(1) : uintBytes(token);
}

/** Decodes a token; NaN, which no open request has, for one that was never assigned. */
export function parseToken(token: Uint8Array): number {
  const isGiven = token.length > 0 && (token[0] !== 0 || token.length === 1);
  return (isGiven ? uintOf(token) : undefined) ?? Number.NaN;
}
