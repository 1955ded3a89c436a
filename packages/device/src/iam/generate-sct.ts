/** @module Generates connection tokens for users. */
import { randomBytes } from 'node:crypto';

/** Reason: the service admits every holder of the token, so it must not be guessable; and it must fit into a link that is scanned. */
const TOKEN_BYTES = 16;

/** 128 random bits as text. Hexadecimal, so that it is never mistaken for a token of the service. */
export function generateSct(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}
