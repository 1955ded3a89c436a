/** @module Tokens: a number per open request, in as few bytes as possible (RFC 7252 section 5.3.1). */
import { uintOf } from '@longwire/protocol/coap-binary';

/** Encodes a token in one to four bytes. */
export function formatToken(token: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = token; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes.length === 0 ? [0] : bytes);
}

/** Decodes a token; NaN, which no open request has, for one that was never assigned. */
export function parseToken(token: Uint8Array): number {
  const isGiven = token.length > 0 && (token[0] !== 0 || token.length === 1);
  return (isGiven ? uintOf(token) : undefined) ?? Number.NaN;
}
