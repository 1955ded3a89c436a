/** @module Tokens: a number for each request that is open, in as few bytes as it needs (RFC 7252 section 5.3.1). */
import { uintOf } from '@longwire/protocol/coap-binary';

/** The bytes of a token: one to four. */
export function formatToken(token: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = token; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes.length === 0 ? [0] : bytes);
}

/** The number of a token; NaN, which no open request has, for one that was never given. */
export function parseToken(token: Uint8Array): number {
  const isGiven = token.length > 0 && (token[0] !== 0 || token.length === 1);
  return (isGiven ? uintOf(token) : undefined) ?? Number.NaN;
}
